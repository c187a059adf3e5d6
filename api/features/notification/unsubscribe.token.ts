import { createHmac, timingSafeEqual } from 'node:crypto'
import { fromPublicId, toPublicId } from '#api/lib/ids.ts'
import { keyFor } from '#api/lib/keys.ts'

const sign = (id: string, secret: string) =>
  createHmac('sha256', keyFor('unsubscribe', secret)).update(id).digest()

/** A token that ends a user's weekly email. It is valid for as long as the server's secret. */
export function unsubscribeToken(userId: string, secret: string): string {
  const id = toPublicId('User', userId)
  return `${id}.${sign(id, secret).toString('base64url')}`
}

/** @returns the UUID of the user; null for an invalid token */
export function readUnsubscribeToken(token: string, secret: string): string | null {
  const [id = '', signature = ''] = token.split('.')
  const [given, expected] = [Buffer.from(signature, 'base64url'), sign(id, secret)]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return fromPublicId(id)?.uuid ?? null
}
