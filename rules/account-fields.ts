import * as z from 'zod/mini'
import { canonicalEmail } from './email.ts'
import { cleanedString, maxCharacters, notBlank } from './field.ts'
import { limits } from './limits.ts'
import type { FixedReason } from './reasons.ts'
import { cleanName, countCharacters } from './text.ts'
import { normalizeUsername } from './username.ts'

export { problemWith } from './field.ts'

const lowercased = (reason: FixedReason) =>
  cleanedString((value) => value.trim().toLowerCase(), reason)
const reason = (name: FixedReason) => name

export const displayName = cleanedString(cleanName, 'DISPLAY_NAME_EMPTY').check(
  notBlank('DISPLAY_NAME_EMPTY'),
  maxCharacters(limits.displayNameLength, 'DISPLAY_NAME_TOO_LONG', limits.displayNameBytes),
)

const RESERVED_USERNAMES = new Set(
  `about account admin administrator api assets auth demo demouser everyone explore feed graphql
  healthz hello help home join login logout me media metrics moderation moderator news null
  notifications oembed operator post posts privacy profile readyz root rules search settings sign_in
  sign_up signin signup sitemap staff support system terms undefined user users www`.split(/\s+/),
)
/** Prefixes of generated usernames: accounts being deleted, and accounts without a chosen name. */
const RESERVED_PREFIX = /^(deleted|member)_/
const USERNAME = new RegExp(
  `^[a-z0-9_]{${limits.usernameLength.min},${limits.usernameLength.max}}$`,
)

const isUsername = z.refine<string>((value) => USERNAME.test(value), reason('USERNAME_INVALID'))
/** The syntax alone, for lookups: older accounts may have a username that was reserved later. */
export const knownUsername = cleanedString(normalizeUsername, 'USERNAME_INVALID').check(isUsername)
export const username = lowercased('USERNAME_INVALID').check(
  isUsername,
  z.refine(
    (value) => !RESERVED_USERNAMES.has(value) && !RESERVED_PREFIX.test(value),
    reason('USERNAME_TAKEN'),
  ),
)
/** What the HTML standard takes, and internationalized domains. */
export const email = cleanedString(canonicalEmail, 'EMAIL_INVALID').check(
  z.maxLength(254, { error: reason('EMAIL_INVALID'), abort: true }),
  z.email({ pattern: z.regexes.html5Email, error: reason('EMAIL_INVALID') }),
)
/** Domains of the demo user and of accounts being deleted; `nowhere` was for unknown accounts. */
const RESERVED_DOMAIN = /@(deleted|demo|nowhere)\.invalid$/
export const newEmail = email.check(
  z.refine((value) => !RESERVED_DOMAIN.test(value), reason('EMAIL_INVALID')),
)
export const password = z
  .string(reason('PASSWORD_LENGTH'))
  .check(z.refine(isPassword, reason('PASSWORD_LENGTH')))

function isPassword(text: string): boolean {
  const { min, max, units } = limits.passwordLength
  const characters = text.length > units ? 0 : countCharacters(text)
  return characters >= min && characters <= max
}
