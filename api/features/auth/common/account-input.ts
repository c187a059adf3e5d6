import * as z from 'zod/mini'
import { AppError, type FieldProblem } from '#api/lib/errors.ts'
import { accountMessages } from '#rules/account-messages.ts'
import * as fields from '#rules/fields.ts'
import { limits } from '#rules/limits.ts'
import { passkeyName, passkeyNameMessages } from '#rules/passkey-name.ts'

/** Validated and normalized. */
export interface SignUp {
  name: string
  username: string
  email: string
  password: string
}

/** Domains of the demo user, of unknown accounts and of accounts being deleted. */
const RESERVED_DOMAIN = /@(deleted|demo|nowhere)\.invalid$/
export const newEmail = fields.email.check(
  z.refine((email) => !RESERVED_DOMAIN.test(email), accountMessages.emailInvalid),
)
const signUpFields = {
  name: fields.displayName,
  username: fields.username,
  email: newEmail,
  password: fields.password,
}

/** @throws AppError BAD_INPUT that lists every invalid field */
export function readSignUp(body: Record<string, unknown>): SignUp {
  const problems: FieldProblem[] = []
  const read = (field: keyof SignUp) => {
    const value = body[field]
    const result = (signUpFields[field] as z.ZodMiniType<string, string>).safeParse(
      typeof value === 'string' ? value : '',
    )
    if (result.success) return result.data
    problems.push({ field, message: result.error.issues[0]?.message ?? '' })
    return ''
  }
  const signUp: SignUp = {
    name: read('name'),
    username: read('username'),
    email: read('email'),
    password: read('password'),
  }
  if (problems[0]) throw new AppError('BAD_INPUT', problems[0].message, { problems })
  return signUp
}

/** @throws AppError BAD_INPUT */
export function readPassword(password: unknown): string {
  const result = fields.password.safeParse(password)
  if (!result.success)
    throw new AppError('BAD_INPUT', accountMessages.passwordLength, { field: 'password' })
  return result.data
}

/** @throws AppError BAD_INPUT if the password is missing */
export function readCurrentPassword(body: Record<string, unknown>): string {
  if (typeof body.password === 'string' && body.password !== '') return body.password
  throw new AppError('BAD_INPUT', accountMessages.passwordEmpty, { field: 'password' })
}

/** @throws AppError BAD_INPUT that lists every invalid field */
export function readPasswordChange(body: Record<string, unknown>): {
  current: string
  next: string
} {
  const { currentPassword, newPassword } = body
  const problems: FieldProblem[] = []
  if (typeof currentPassword !== 'string' || currentPassword === '')
    problems.push({ field: 'currentPassword', message: accountMessages.passwordEmpty })
  if (!fields.password.safeParse(newPassword).success)
    problems.push({ field: 'newPassword', message: accountMessages.passwordLength })
  if (problems[0]) throw new AppError('BAD_INPUT', problems[0].message, { problems })
  return { current: String(currentPassword), next: String(newPassword) }
}

/** @throws AppError BAD_INPUT */
export function readPasskeyName(name: unknown): string {
  const result = passkeyName.safeParse(typeof name === 'string' ? name : '')
  if (result.success) return result.data
  throw new AppError('BAD_INPUT', result.error.issues[0]?.message ?? passkeyNameMessages.empty, {
    field: 'name',
  })
}

/** @throws AppError BAD_INPUT */
export function readUsername({ username }: Record<string, unknown>): string {
  const result = fields.username.safeParse(typeof username === 'string' ? username : '')
  if (result.success) return result.data
  throw new AppError(
    'BAD_INPUT',
    result.error.issues[0]?.message ?? accountMessages.usernameShape,
    { field: 'username' },
  )
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
export function readSignIn(body: Record<string, unknown>): SignIn {
  const [field, typed] =
    typeof body.email === 'string' ? ['email', body.email] : ['username', body.username]
  const problems: FieldProblem[] = []
  if (typeof typed !== 'string' || typed.trim() === '')
    problems.push({ field, message: accountMessages.identifierEmpty })
  if (typeof body.password !== 'string' || body.password === '')
    problems.push({ field: 'password', message: accountMessages.passwordEmpty })
  if (problems[0]) throw new AppError('BAD_INPUT', problems[0].message, { problems })
  return {
    identifier: parseIdentifier(String(typed)),
    password: String(body.password),
    code: readCode(body),
  }
}

/** @throws AppError BAD_INPUT if the field is empty */
export function readIdentifier({ email }: Record<string, unknown>): Identifier {
  if (typeof email === 'string' && email.trim() !== '') return parseIdentifier(email)
  throw new AppError('BAD_INPUT', accountMessages.identifierEmpty, { field: 'email' })
}

/** Leaves room for spaces. */
const MAX_CODE_LENGTH = 64

/** @returns '' if the code is missing or no text */
export function readCode({ code }: Record<string, unknown>): string {
  return typeof code === 'string' ? code.trim().slice(0, MAX_CODE_LENGTH) : ''
}

/** A sign-up's token holds the encrypted sign-up: base64 of a name of up to 8 KB, and more. */
const MAX_TOKEN_LENGTH = 2 * limits.textBytes

/** The token of an emailed link. @returns '' if it is missing or too long */
export function readToken({ token }: Record<string, unknown>): string {
  return typeof token === 'string' && token.length <= MAX_TOKEN_LENGTH ? token : ''
}

function parseIdentifier(typed: string): Identifier {
  const email = fields.email.safeParse(typed)
  if (email.success) return { type: 'email', value: email.data }
  const username = fields.usernameShape.safeParse(typed)
  if (username.success) return { type: 'username', value: username.data }
  return { type: 'invalid', value: typed.trim().slice(0, MAX_IDENTIFIER_LENGTH).toLowerCase() }
}
