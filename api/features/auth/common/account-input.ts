import * as z from 'zod/mini'
import { AppError, inputError, problemOfIssue } from '#api/lib/errors.ts'
import * as accountApi from '#rules/account-api.ts'
import * as fields from '#rules/fields.ts'
import { readBody } from './read-body.ts'

/** Validated and normalized. */
export type SignUp = Pick<
  z.output<typeof accountApi.signUp.request>,
  'name' | 'username' | 'email' | 'password'
>

/** @throws AppError BAD_INPUT */
export function readPassword(password: string): string {
  const { data, error } = fields.password.safeParse(password)
  if (error) throw inputError([problemOfIssue('password', error.issues[0]?.message ?? '')])
  return data
}

/** @throws AppError BAD_INPUT if the password is missing */
export function requirePassword(password: string | undefined): string {
  if (password) return password
  throw new AppError('BAD_INPUT', 'PASSWORD_EMPTY', { field: 'password' })
}

/** An email or a username, normalized; `invalid` is neither. */
export interface Identifier {
  type: 'email' | 'username' | 'invalid'
  value: string
}

export interface SignIn {
  identifier: Identifier
  password: string
  /** Second factor; empty if missing. */
  code: string
}

const MAX_IDENTIFIER_LENGTH = 254

/**
 * Either field accepts an email or a username.
 * @throws AppError BAD_INPUT if a field is empty
 */
export function readSignIn(body: unknown): SignIn {
  const isByEmail = typeof (body as { email?: unknown } | undefined)?.email === 'string'
  const { password, code, ...identifier } = isByEmail
    ? readBody(accountApi.signIn, { body })
    : readBody(accountApi.signInWithUsername, { body })
  const typed = 'email' in identifier ? identifier.email : identifier.username
  return { identifier: parseIdentifier(typed), password, code }
}

/** Earlier versions took a few addresses that are none, such as those of `foo-.example`. */
const knownEmail = z.union([
  fields.email,
  z.string().check(z.trim(), z.toLowerCase(), z.maxLength(MAX_IDENTIFIER_LENGTH), z.email()),
])

export function parseIdentifier(typed: string): Identifier {
  const email = knownEmail.safeParse(typed)
  if (email.success) return { type: 'email', value: email.data }
  const username = fields.knownUsername.safeParse(typed)
  if (username.success) return { type: 'username', value: username.data }
  return { type: 'invalid', value: typed.trim().slice(0, MAX_IDENTIFIER_LENGTH).toLowerCase() }
}

/** The unique column of an identifier; no row has an invalid one. */
export function whereIdentifier({ type, value }: Identifier) {
  return type === 'email' ? { email: value } : { username: value }
}
