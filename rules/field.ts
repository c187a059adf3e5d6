import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { fits, isVisible } from './text.ts'

/**
 * A field's schema cleans the text, then checks it; its output is what is kept. A text beyond the byte cap is not cleaned,
 * which could take long: the checks refuse it.
 */
export const text = (clean: (text: string) => string) =>
  z.pipe(
    z.string(),
    z.transform((value) => (value.length > limits.textBytes ? value : clean(value))),
  )
export const visible = (message: string) => z.refine<string>(isVisible, message)
export const within = (length: number, message: string) =>
  z.refine<string>((value) => fits(value, length), message)

/** The first thing wrong with a value, in words for the person who typed it; null when nothing is. */
export function problemWith(
  schema: z.ZodMiniType<unknown, unknown>,
  value: unknown,
): string | null {
  return schema.safeParse(value).error?.issues[0]?.message ?? null
}
