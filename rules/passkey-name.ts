import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { cleanLine, fits, isVisible } from './text.ts'

const MOST_CHARACTERS = 50
/** How many passkeys an account may have. */
export const MOST_PASSKEYS = 20

/** Apart from the other fields and their words, which the client loads for its first screen. */
export const passkeyNameMessages = {
  empty: 'Please enter a name.',
  tooLong: `A passkey's name must be ${MOST_CHARACTERS} characters or less.`,
} as const

const name = z.string().check(z.maxLength(limits.textBytes, passkeyNameMessages.tooLong))

export const passkeyName = z.pipe(name, z.transform(cleanLine)).check(
  z.refine(isVisible, passkeyNameMessages.empty),
  z.refine((name) => fits(name, MOST_CHARACTERS), passkeyNameMessages.tooLong),
)
