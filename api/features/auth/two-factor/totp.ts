import { randomBytes } from 'node:crypto'
import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'
import { constantTimeEqual } from 'better-auth/crypto'

const PERIOD_SECONDS = 30
/** Periods accepted before and after the current one, for clock drift and slow typing. */
const DRIFT_PERIODS = 1
const DIGITS = 6

/** 128 random bits in base64url. */
export function generateSecret(): string {
  return randomBytes(16).toString('base64url')
}

/** The secret in base32, as typed into an authenticator app. */
export function toBase32Key(secret: string): string {
  return base32.encode(secret, { padding: false })
}

/** The otpauth URI, as scanned from a QR code. */
export function toOtpauthUri(secret: string, username: string): string {
  return createOTP(secret, { digits: DIGITS, period: PERIOD_SECONDS }).url('Good Vibes', username)
}

/** The period since 1970 that a code belongs to; null if it matches none in the drift window. */
export async function findPeriod(code: string, secret: string): Promise<number | null> {
  const now = Math.floor(Date.now() / 1000 / PERIOD_SECONDS)
  let match: number | null = null
  for (let period = now - DRIFT_PERIODS; period <= now + DRIFT_PERIODS; period++) {
    const expected = await createOTP(secret, { digits: DIGITS, period: PERIOD_SECONDS }).hotp(
      period,
    )
    if (constantTimeEqual(code, expected)) match = period
  }
  return match
}
