import { createHmac } from 'node:crypto'
import { secretWith } from '../../api/features/api-token/secret.ts'
import { hash } from '../data/hash.ts'
import { AUTH_SECRET } from '../paths.ts'

/** @returns the viewer's session token, as long as the product's tokens */
export function tokenOf(viewer: number): string {
  return Array.from({ length: 4 }, (_, part) =>
    hash(viewer, 20 + part)
      .toString(16)
      .padStart(8, '0'),
  ).join('')
}

const cache = new Map<number, string>()

/** @returns the product's session cookie: the token, a dot, and its HMAC-SHA256 in base64 */
export function cookieOf(viewer: number): string {
  const cached = cache.get(viewer)
  if (cached) return cached
  const token = tokenOf(viewer)
  const signature = createHmac('sha256', AUTH_SECRET).update(token).digest('base64')
  const cookie = `good-vibes.session_token=${encodeURIComponent(`${token}.${signature}`)}`
  cache.set(viewer, cookie)
  return cookie
}

/** @returns the secret of the viewer's API token */
export function secretOf(viewer: number): string {
  return secretWith(tokenOf(viewer).slice(0, 30))
}
