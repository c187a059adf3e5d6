import * as z from 'zod/mini'
import { limits } from '#rules/limits.ts'
import type { FixedReason } from '#rules/reasons.ts'

const wholeNumber = (max: number, reason: FixedReason) =>
  z
    .string()
    .check(
      z.refine(
        (text) => /^\d{1,6}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= max,
        reason,
      ),
    )

/** The fields of the form, as typed. */
export const invitationSchema = z.object({
  uses: wholeNumber(limits.invitationUses.max, 'INVITATION_USES_INVALID'),
  days: wholeNumber(limits.invitationDays.max, 'INVITATION_EXPIRY_INVALID'),
})
