import * as z from 'zod/mini'
import { limits } from '#rules/limits.ts'
import type { FixedReason } from '#rules/reasons.ts'
import { isWholeNumber } from '../../lib/whole-number.ts'
import { optionalNote } from './note-schema.ts'

const isLength = (text: string) => text.trim() === '' || isWholeNumber(text, limits.suspendDays)

/** The fields of a decision, as typed. Without days, a suspension has no end. */
export const decisionSchema = z.object({
  days: z.string().check(z.refine(isLength, 'SUSPEND_DAYS_INVALID' satisfies FixedReason)),
  note: optionalNote,
})

/** Lengths of a suspension that one key changes; the last one has no end. */
export const suspensionLengths: readonly string[] = ['7', '30', '90', '', '1']

export function nextLength(days: string): string {
  const index = suspensionLengths.indexOf(days)
  return suspensionLengths[(index + 1) % suspensionLengths.length] ?? ''
}
