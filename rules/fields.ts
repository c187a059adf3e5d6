import * as z from 'zod/mini'
import { accountMessages } from './account-messages.ts'
import { fieldMessages } from './field-messages.ts'
import { limits } from './limits.ts'
import { isUploadPath, isWebLink } from './links.ts'
import { messages } from './messages.ts'
import { cleanLine, cleanText, countCharacters, fits, isVisible } from './text.ts'

/** A field's schema cleans the text, then checks it; its output is what is kept. */
const text = (clean: (text: string) => string) => z.pipe(z.string(), z.transform(clean))
/** The same, of a text that is short enough to be cleaned at little cost. */
const shortText = (clean: (text: string) => string, message: string) =>
  z.pipe(z.string().check(z.maxLength(limits.textBytes, message)), z.transform(clean))
const lowered = (text: string) => text.trim().toLowerCase()
const visible = (message: string) => z.refine<string>(isVisible, message)
const within = (length: number, message: string) => z.refine<string>((value) => fits(value, length), message)

export const postContent = text(cleanText).check(
  z.refine(isVisible, { error: messages.postEmpty, abort: true }),
  within(limits.postLength, messages.postTooLong),
)
export const displayName = shortText(cleanLine, fieldMessages.displayNameTooLong).check(
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
/** Of the names that the product itself gives: to accounts that are being deleted, and to those without a chosen name. */
const RESERVED_PREFIX = /^(deleted|member)_/
const RESERVED_DOMAIN = /@(deleted|demo|nowhere)\.invalid$/

/** What an existing account may be looked up by: some have names from before these were reserved. */
export const anyUsername = shortText(lowered, accountMessages.usernameShape).check(
  z.regex(/^[a-z0-9_]*$/, accountMessages.usernameShape),
  z.minLength(limits.usernameLength.min, accountMessages.usernameShape),
  z.maxLength(limits.usernameLength.max, accountMessages.usernameShape),
)
export const username = anyUsername.check(
  z.refine((value) => !RESERVED_USERNAMES.has(value) && !RESERVED_PREFIX.test(value), accountMessages.usernameTaken),
)
export const anyEmail = shortText(lowered, accountMessages.emailInvalid).check(
  z.email(accountMessages.emailInvalid),
  z.maxLength(254, accountMessages.emailInvalid),
)
export const email = anyEmail.check(z.refine((value) => !RESERVED_DOMAIN.test(value), accountMessages.emailInvalid))
export const password = z.string().check(
  z.maxLength(limits.passwordUnits, { error: accountMessages.passwordLength, abort: true }),
  z.refine((value) => isWithin(limits.passwordLength, countCharacters(value)), accountMessages.passwordLength),
)
const isWithin = ({ min, max }: { min: number; max: number }, count: number) => count >= min && count <= max

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
