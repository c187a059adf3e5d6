import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Database } from '#api/database/client.ts'
import type { Departure } from './oidc.ts'

/** Milliseconds within which somebody who went to the provider has to be back. */
export const DEPARTURE_LASTS = 10 * 60 * 1000

/** Somebody who went to the provider, and where they want to be afterwards. */
export interface KeptDeparture extends Departure {
  returnTo: string
  /** The UUID of the account that is to be connected; nobody is signed in then. */
  connects?: string | undefined
}

const kept = z.object({
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  connects: z.optional(z.string()),
})

/** Keeps it for whichever process they come back to. Those who never came back are forgotten. */
export async function keepDeparture(
  database: Database,
  { state, ...rest }: KeptDeparture,
): Promise<void> {
  const expiresAt = new Date(Date.now() + DEPARTURE_LASTS)
  await database.verification.deleteMany({ where: { expiresAt: { lt: new Date() } } })
  await database.verification.create({
    data: { identifier: keyOf(state), value: JSON.stringify(rest), expiresAt },
  })
}

/** Gives it out once: of two who come back with the same state, one goes on. Null where it ran out or was never there. */
export async function takeDeparture(
  database: Database,
  state: string,
): Promise<KeptDeparture | null> {
  const row = await database.verification.findFirst({
    where: { identifier: keyOf(state), expiresAt: { gt: new Date() } },
  })
  const { count } = await database.verification.deleteMany({ where: { identifier: keyOf(state) } })
  return row && count > 0 ? { state, ...kept.parse(JSON.parse(row.value)) } : null
}

function keyOf(state: string): string {
  return `oidc:${createHash('sha256').update(state).digest('hex')}`
}
