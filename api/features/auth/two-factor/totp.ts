import { randomBytes } from 'node:crypto'
import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'
import { constantTimeEqual } from 'better-auth/crypto'

/** Seconds for which a code is shown. */
const PERIOD = 30
/** A phone's clock may be so many of those ahead or behind, and a person that slow. */
const DRIFT = 1
const DIGITS = 6

/** A new secret for an authenticator app: 128 bits, written in letters. */
export function newSecret(): string {
  return randomBytes(16).toString('base64url')
}

/** A secret as it is typed into an app. */
export function keyOf(secret: string): string {
  return base32.encode(secret, { padding: false })
}

/** A secret as an app scans it. */
export function uriOf(secret: string, username: string): string {
  return createOTP(secret, { digits: DIGITS, period: PERIOD }).url('Good Vibes', username)
}

/** Which period's code somebody typed, counted from 1970; null when it is the code of none of these. */
export async function periodOf(code: string, secret: string): Promise<number | null> {
  const now = Math.floor(Date.now() / 1000 / PERIOD)
  let found: number | null = null
  for (let period = now - DRIFT; period <= now + DRIFT; period++) {
    if (
      constantTimeEqual(
        code,
        await createOTP(secret, { digits: DIGITS, period: PERIOD }).hotp(period),
      )
    )
      found = period
  }
  return found
}
