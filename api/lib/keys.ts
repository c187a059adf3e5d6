import { hkdfSync } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'

/** A key works for its own purpose only. */
export type Purpose = 'cursors' | 'sign-ups' | 'two-factor'

/** Purposes with encrypted values, which older versions may have written. */
type SealPurpose = Exclude<Purpose, 'cursors'>

const VERSION = 'v2-'
const KEY_BYTES = 32
const derived = new Map<string, string>()

/** Derives a purpose's key with HKDF. The secret itself only signs session cookies. */
export function keyFor(purpose: Purpose, secret: string): string {
  const name = `${purpose} ${VERSION}${secret}`
  const key = derived.get(name) ?? derive(purpose, secret)
  derived.set(name, key)
  return key
}

function derive(purpose: Purpose, secret: string): string {
  return Buffer.from(
    hkdfSync('sha256', secret, 'good-vibes', `${VERSION}${purpose}`, KEY_BYTES),
  ).toString('base64url')
}

/** Encrypts a text. The result is safe in URLs. */
export async function seal(purpose: SealPurpose, secret: string, text: string): Promise<string> {
  const hex = await symmetricEncrypt({ key: keyFor(purpose, secret), data: text })
  return VERSION + Buffer.from(hex, 'hex').toString('base64url')
}

/** @returns null unless the value was sealed for this purpose with this secret */
export async function unseal(
  purpose: SealPurpose,
  secret: string,
  sealed: string,
): Promise<string | null> {
  const isCurrent = sealed.startsWith(VERSION)
  const legacy = legacyKeys[purpose]
  const key = isCurrent ? keyFor(purpose, secret) : legacy.key(secret)
  const hex = Buffer.from(
    isCurrent ? sealed.slice(VERSION.length) : sealed,
    isCurrent ? 'base64url' : legacy.encoding,
  ).toString('hex')
  return symmetricDecrypt({ key, data: hex }).catch(() => null)
}

/** For values without a version, which releases up to 0.1 sealed. */
const legacyKeys: Record<
  SealPurpose,
  { key: (secret: string) => string; encoding: BufferEncoding }
> = {
  'sign-ups': { key: (secret) => `sign-up ${secret}`, encoding: 'base64url' },
  'two-factor': { key: (secret) => secret, encoding: 'hex' },
}
