import { hkdfSync } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'

/** What a key is for. A value made for one purpose is worth nothing for another. */
export type Purpose = 'cursors' | 'sign-ups' | 'two-factor'

/** Values that can be opened again, and so exist in what older versions wrote. */
type Sealed = Exclude<Purpose, 'cursors'>

const VERSION = 'v2-'
const KEY_BYTES = 32
const derived = new Map<string, string>()

/** A key of its own for each purpose, by HKDF from the server's secret, which itself signs the cookies of sessions alone. */
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

/** Encrypts a text. @returns letters, digits, `-` and `_` */
export async function seal(purpose: Sealed, secret: string, text: string): Promise<string> {
  const hex = await symmetricEncrypt({ key: keyFor(purpose, secret), data: text })
  return VERSION + Buffer.from(hex, 'hex').toString('base64url')
}

/** @returns null for what was not sealed for this purpose with this secret */
export async function unseal(
  purpose: Sealed,
  secret: string,
  sealed: string,
): Promise<string | null> {
  const isCurrent = sealed.startsWith(VERSION)
  const old = before[purpose]
  const key = isCurrent ? keyFor(purpose, secret) : old.key(secret)
  const hex = Buffer.from(
    isCurrent ? sealed.slice(VERSION.length) : sealed,
    isCurrent ? 'base64url' : old.encoding,
  ).toString('hex')
  return symmetricDecrypt({ key, data: hex }).catch(() => null)
}

/** How values without a version were sealed: until 0.1. */
const before: Record<Sealed, { key: (secret: string) => string; encoding: BufferEncoding }> = {
  'sign-ups': { key: (secret) => `sign-up ${secret}`, encoding: 'base64url' },
  'two-factor': { key: (secret) => secret, encoding: 'hex' },
}
