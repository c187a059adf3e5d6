import * as z from 'zod/mini'
import { accountMessages } from './account-messages.ts'
import { cleanedString, maxCharacters, notBlank } from './field.ts'
import { fieldMessages } from './field-messages.ts'
import { limits } from './limits.ts'
import { cleanLine, countCharacters } from './text.ts'

export { problemWith } from './field.ts'

const lowercased = cleanedString((value) => value.trim().toLowerCase())

export const displayName = cleanedString(cleanLine).check(
  notBlank(fieldMessages.displayNameEmpty),
  maxCharacters(limits.displayNameLength, fieldMessages.displayNameTooLong),
)

const RESERVED_USERNAMES = new Set(
  `about account admin administrator api assets auth demo demouser everyone explore feed graphql
  healthz help home login logout me media metrics moderator news null notifications operator posts
  privacy profile readyz root search settings sign_in sign_up signin signup staff support system
  terms undefined user users www`.split(/\s+/),
)
/** Prefixes of generated usernames: accounts being deleted, and accounts without a chosen name. */
const RESERVED_PREFIX = /^(deleted|member)_/
const USERNAME = new RegExp(
  `^[a-z0-9_]{${limits.usernameLength.min},${limits.usernameLength.max}}$`,
)

/** The syntax alone, for lookups: older accounts may have a username that was reserved later. */
export const usernameShape = lowercased.check(
  z.refine((value) => USERNAME.test(value), accountMessages.usernameShape),
)
export const username = usernameShape.check(
  z.refine(
    (value) => !RESERVED_USERNAMES.has(value) && !RESERVED_PREFIX.test(value),
    accountMessages.usernameTaken,
  ),
)
export const email = lowercased.check(
  z.maxLength(254, { error: accountMessages.emailInvalid, abort: true }),
  z.email(accountMessages.emailInvalid),
)
export const password = z.string().check(z.refine(isPassword, accountMessages.passwordLength))

function isPassword(text: string): boolean {
  const { min, max, units } = limits.passwordLength
  const characters = text.length > units ? 0 : countCharacters(text)
  return characters >= min && characters <= max
}
