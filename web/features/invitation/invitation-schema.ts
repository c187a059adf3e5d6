import * as z from 'zod/mini'
import { limits } from '#rules/limits.ts'
import type { FixedReason } from '#rules/reasons.ts'
import { isWholeNumber } from '../../lib/whole-number.ts'

const wholeNumber = (max: number, reason: FixedReason) =>
  z.string().check(z.refine((text) => isWholeNumber(text, max), reason))

const DAY_MS = 24 * 60 * 60 * 1000

/** The form as typed: `expiresAt` in days from now. The names are those of the server's errors. */
export const invitationSchema = z.object({
  maxUses: wholeNumber(limits.invitationUses.max, 'INVITATION_USES_INVALID'),
  expiresAt: wholeNumber(limits.invitationDays.max, 'INVITATION_EXPIRY_INVALID'),
})

/** What the server gets. */
export const inputOf = (
  { maxUses, expiresAt }: Record<'maxUses' | 'expiresAt', string>,
  people: readonly { id: string }[],
) => ({
  maxUses: Number(maxUses),
  expiresAt: new Date(Date.now() + Number(expiresAt) * DAY_MS).toISOString(),
  followIds: people.map(({ id }) => id),
})
