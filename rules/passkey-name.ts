import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { cleanLine, fits, isVisible } from './text.ts'

const MAX_CHARACTERS = 50
/** Per account. */
export const MAX_PASSKEYS = 20

/** Kept apart from other messages, which the client loads for its first screen. */
export const passkeyNameMessages = {
  empty: 'Please enter a name.',
  tooLong: `A passkey’s name must be ${MAX_CHARACTERS} characters or less.`,
} as const

const name = z.string().check(z.maxLength(limits.textBytes, passkeyNameMessages.tooLong))

export const passkeyName = z.pipe(name, z.transform(cleanLine)).check(
  z.refine(isVisible, passkeyNameMessages.empty),
  z.refine((name) => fits(name, MAX_CHARACTERS), passkeyNameMessages.tooLong),
)
