import * as z from 'zod/mini'
import { isVisible } from './blank.ts'
import { limits } from './limits.ts'
import type { FixedReason } from './reasons.ts'
import { fits } from './text.ts'

/**
 * Cleans a string before its checks. Text over the byte limit stays uncleaned and fails them.
 * @param reason for a value that is no text
 */
export const cleanedString = (clean: (text: string) => string, reason: FixedReason) =>
  z.pipe(
    z.string(reason),
    z.transform((value) => (value.length > limits.textBytes ? value : clean(value))),
  )
export const notBlank = (reason: FixedReason) =>
  z.refine<string>(isVisible, { error: reason, abort: true })
export const maxCharacters = (length: number, reason: FixedReason, maxBytes?: number) =>
  z.refine<string>((value) => fits(value, length, maxBytes), reason)

/** Why a value is invalid: the first reason; null for a valid one. */
export function problemWith(
  schema: z.ZodMiniType<unknown, unknown>,
  value: unknown,
): FixedReason | null {
  // The schemas of rules/ only give reasons as messages; a test checks them.
  return (schema.safeParse(value).error?.issues[0]?.message as FixedReason | undefined) ?? null
}
