import * as z from 'zod/mini'
import { accountMessages } from './account-messages.ts'
import { fieldMessages } from './field-messages.ts'
import { limits } from './limits.ts'
import { isUploadPath, isWebLink } from './links.ts'
import { messages } from './messages.ts'
import { cleanLine, cleanText, countCharacters, fits, isVisible } from './text.ts'

/**
 * A field's schema cleans the text, then checks it; its output is what is kept. A text beyond the byte cap is not cleaned,
 * which could take long: the checks refuse it.
 */
const text = (clean: (text: string) => string) =>
  z.pipe(
    z.string(),
    z.transform((value) => (value.length > limits.textBytes ? value : clean(value))),
  )
const lowered = text((value) => value.trim().toLowerCase())
const visible = (message: string) => z.refine<string>(isVisible, message)
const within = (length: number, message: string) => z.refine<string>((value) => fits(value, length), message)

export const postContent = text(cleanText).check(
  z.refine(isVisible, { error: messages.postEmpty, abort: true }),
  within(limits.postLength, messages.postTooLong),
)
export const displayName = text(cleanLine).check(
  visible(fieldMessages.displayNameEmpty),
  within(limits.displayNameLength, fieldMessages.displayNameTooLong),
)
export const bio = text(cleanText).check(within(limits.bioLength, fieldMessages.bioTooLong))
export const imageAlt = text(cleanText).check(within(limits.imageAltLength, fieldMessages.imageAltTooLong))

const RESERVED_USERNAMES = new Set(
  `about account admin administrator api assets auth demo demouser everyone explore feed graphql healthz help home
  login logout me media metrics moderator news null notifications operator posts privacy profile readyz root search
  settings sign_in sign_up signin signup staff support system terms undefined user users www`.split(/\s+/),
)
/** Of names that the product gives: to accounts that are being deleted, and to those without a chosen name. */
const RESERVED_PREFIX = /^(deleted|member)_/
const USERNAME = new RegExp(`^[a-z0-9_]{${limits.usernameLength.min},${limits.usernameLength.max}}$`)

/** What an existing account may be looked up by: some have names from before these were reserved. */
export const anyUsername = lowered.check(z.refine((value) => USERNAME.test(value), accountMessages.usernameShape))
export const username = anyUsername.check(
  z.refine((value) => !RESERVED_USERNAMES.has(value) && !RESERVED_PREFIX.test(value), accountMessages.usernameTaken),
)
export const email = lowered.check(
  z.maxLength(254, { error: accountMessages.emailInvalid, abort: true }),
  z.email(accountMessages.emailInvalid),
)
export const password = z.string().check(z.refine(isPassword, accountMessages.passwordLength))

function isPassword(text: string): boolean {
  const { min, max, units } = limits.passwordLength
  const characters = text.length > units ? 0 : countCharacters(text)
  return characters >= min && characters <= max
}

const link = (message: string) => text((value) => value.trim()).check(z.refine(isWebLink, message))
const picture = (message: string) =>
  text((value) => value.trim()).check(z.refine((value) => isWebLink(value) || isUploadPath(value), message))

export const imageUrl = picture(messages.imageUrlInvalid)
export const avatarUrl = picture(messages.imageUrlInvalid)
export const videoUrl = link(messages.videoUrlInvalid)

export const searchQuery = text(cleanLine).check(
  z.refine(isVisible, { error: fieldMessages.queryEmpty, abort: true }),
  within(limits.queryLength, fieldMessages.queryTooLong),
)

/** The first thing wrong with a value, in words for the person who typed it; null when nothing is. */
export function problemWith(schema: z.ZodMiniType<unknown, unknown>, value: unknown): string | null {
  return schema.safeParse(value).error?.issues[0]?.message ?? null
}
