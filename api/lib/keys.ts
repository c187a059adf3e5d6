import { hkdfSync } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'

/** A key works for its own purpose only. */
export type Purpose = 'cursors' | 'sign-ups' | 'two-factor' | 'unsubscribe' | 'webhooks'

/** Purposes with encrypted values. */
type SealPurpose = Exclude<Purpose, 'cursors' | 'unsubscribe'>

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
  const { key, text, encoding } = readSealed(purpose, secret, sealed)
  const hex = Buffer.from(text, encoding).toString('hex')
  return symmetricDecrypt({ key, data: hex }).catch(() => null)
}

interface Sealed {
  key: string
  text: string
  encoding: BufferEncoding
}

function readSealed(purpose: SealPurpose, secret: string, sealed: string): Sealed {
  const legacy = legacyKeys[purpose]
  if (legacy && !sealed.startsWith(VERSION))
    return { key: legacy.key(secret), text: sealed, encoding: legacy.encoding }
  const text = sealed.slice(VERSION.length)
  return { key: keyFor(purpose, secret), text, encoding: 'base64url' }
}

/** For values without a version, which releases up to 0.1 sealed. */
const legacyKeys: Partial<
  Record<SealPurpose, { key: (secret: string) => string; encoding: BufferEncoding }>
> = {
  'sign-ups': { key: (secret) => `sign-up ${secret}`, encoding: 'base64url' },
  'two-factor': { key: (secret) => secret, encoding: 'hex' },
}
