import { createHmac } from 'node:crypto'
import { hash } from '../data/hash.ts'
import { AUTH_SECRET } from '../place.ts'

/** The session token of the so-manyth viewer, as long as those that the product makes. */
export function tokenOf(viewer: number): string {
  return Array.from({ length: 4 }, (_, part) =>
    hash(viewer, 20 + part)
      .toString(16)
      .padStart(8, '0'),
  ).join('')
}

const made = new Map<number, string>()

/** The cookie as the product signs it: the token, a dot, its HMAC-SHA256 in base64. */
export function cookieOf(viewer: number): string {
  const before = made.get(viewer)
  if (before) return before
  const token = tokenOf(viewer)
  const signature = createHmac('sha256', AUTH_SECRET).update(token).digest('base64')
  const cookie = `good-vibes.session_token=${encodeURIComponent(`${token}.${signature}`)}`
  made.set(viewer, cookie)
  return cookie
}
