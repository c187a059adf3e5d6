import * as z from 'zod/mini'
import { plainCode } from '../code.ts'
import { limits } from '../limits.ts'
import type { FixedReason } from '../reasons.ts'

/** One account route, for the server that mounts it, its callers and the documentation. */
export interface AccountRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With parameters as `{name}`. */
  path: `/api/${string}`
  summary: string
  tag: 'Signing in' | 'Account' | 'Passkeys' | 'Two-step sign-in' | 'Email' | 'Provider'
  /** Whether it needs a session. The demo user has none. */
  session: boolean
  /** A change that a suspended account may make. */
  whileSuspended?: true
  /** 302 redirects a browser. */
  status: 200 | 201 | 202 | 204 | 302
  /** Another status of success, with the same schema. */
  otherStatus?: 202
  /** The setting without which the route is 404. */
  needs?: 'SMTP_URL' | 'OIDC_ISSUER'
  query?: z.ZodMiniType<unknown, unknown>
  request?: z.ZodMiniType<unknown, unknown>
  response?: z.ZodMiniType<unknown, unknown>
  /** The media type of a response that is a file. */
  file?: 'application/zip'
  errors: readonly AccountErrorCode[]
}

type AccountErrorCode =
  | 'BAD_INPUT'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'RATE_LIMITED'

/** A text that is not empty. */
export const filled = (reason: FixedReason) => z.string(reason).check(z.minLength(1, reason))

/** Anything but text counts as absent. */
export const optionalText = z.catch(z.optional(z.string()), undefined)

/** The password of an account that has one. */
export const confirmation = z.object({ password: optionalText })

const IDENTIFIER_EMPTY: FixedReason = 'IDENTIFIER_EMPTY'
/** An email or a username. */
export const identifier = z
  .string(IDENTIFIER_EMPTY)
  .check(z.refine((text) => text.trim() !== '', IDENTIFIER_EMPTY))

/** Leaves room for spaces. */
const MAX_CODE_LENGTH = 64

/** A code of two-step sign-in, normalized; '' if it is missing. */
export const code = z.pipe(
  optionalText,
  z.transform((text) => plainCode((text ?? '').trim().slice(0, MAX_CODE_LENGTH))),
)

/** A sign-up's token holds the encrypted sign-up: base64 of a name of up to 8 KB, and more. */
const MAX_TOKEN_LENGTH = 2 * limits.textBytes

/** The token of an emailed link; '' if it is missing or too long. */
export const token = z.catch(z.string().check(z.maxLength(MAX_TOKEN_LENGTH)), '')

export const timestamp = z.iso.datetime()

/** The account that a session was created for. Its token is only in the cookie. */
export const signedIn = z.object({
  user: z.object({
    id: z.string(),
    username: z.string(),
    displayName: z.string(),
    email: z.string(),
  }),
})
