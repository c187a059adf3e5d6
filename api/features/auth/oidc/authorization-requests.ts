import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Database } from '#api/database/client.ts'

export const AUTHORIZATION_REQUEST_TTL_MS = 10 * 60 * 1000

const storedRequest = z.object({
  nonce: z.string(),
  verifier: z.string(),
  /** The path to open after signing in. */
  returnTo: z.string(),
  /** UUID of the account to connect; missing for a sign-in. */
  connects: z.optional(z.string()),
  /** The code of the invitation to join with. */
  invitation: z.optional(z.string()),
})

export type StoredAuthorizationRequest = z.infer<typeof storedRequest> & { state: string }

/** Stored in the database, so any process can handle the callback. Deletes expired ones. */
export async function saveAuthorizationRequest(
  database: Database,
  { state, ...rest }: StoredAuthorizationRequest,
): Promise<void> {
  const expiresAt = new Date(Date.now() + AUTHORIZATION_REQUEST_TTL_MS)
  await database.verification.deleteMany({ where: { expiresAt: { lt: new Date() } } })
  await database.verification.create({
    data: { identifier: identifierOf(state), value: JSON.stringify(rest), expiresAt },
  })
}

/** Deletes and returns the request; null if it is unknown, used or expired. */
export async function consumeAuthorizationRequest(
  database: Database,
  state: string,
): Promise<StoredAuthorizationRequest | null> {
  const identifier = identifierOf(state)
  const row = await database.verification.findFirst({
    where: { identifier, expiresAt: { gt: new Date() } },
  })
  // Only one of several concurrent callbacks deletes the row.
  const { count } = await database.verification.deleteMany({ where: { identifier } })
  return row && count > 0 ? { state, ...storedRequest.parse(JSON.parse(row.value)) } : null
}

function identifierOf(state: string): string {
  return `oidc:${hash('sha256', state, 'hex')}`
}
