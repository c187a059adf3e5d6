import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { fits, isVisible } from './text.ts'

/** Cleans a string before its checks. Text over the byte limit stays uncleaned and fails them. */
export const cleanedString = (clean: (text: string) => string) =>
  z.pipe(
    z.string(),
    z.transform((value) => (value.length > limits.textBytes ? value : clean(value))),
  )
export const notBlank = (message: string) => z.refine<string>(isVisible, message)
export const maxCharacters = (length: number, message: string) =>
  z.refine<string>((value) => fits(value, length), message)

/** The first validation message for a value, or null if the value is valid. */
export function problemWith(
  schema: z.ZodMiniType<unknown, unknown>,
  value: unknown,
): string | null {
  return schema.safeParse(value).error?.issues[0]?.message ?? null
}
