import * as z from 'zod/mini'
import { AppError, type FieldProblem } from '#api/lib/errors.ts'
import { accountMessages } from '#rules/account-messages.ts'
import * as fields from '#rules/fields.ts'
import { limits } from '#rules/limits.ts'
import { passkeyName, passkeyNameMessages } from '#rules/passkey-name.ts'

/** What somebody types to sign up, cleaned. */
export interface SignUp {
  name: string
  username: string
  email: string
  password: string
}

/** Of the product's own accounts, and of those that are being deleted. */
const RESERVED_DOMAIN = /@(deleted|demo|nowhere)\.invalid$/
/** The address of a new account. */
export const newEmail = fields.email.check(
  z.refine((email) => !RESERVED_DOMAIN.test(email), accountMessages.emailInvalid),
)
const signUpFields = {
  name: fields.displayName,
  username: fields.username,
  email: newEmail,
  password: fields.password,
}

/** @throws AppError BAD_INPUT with every field that is wrong */
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

/**
 * The password with which somebody who is signed in shows that it is really them.
 * @throws AppError BAD_INPUT when there is none
 */
export function readOwnPassword(body: Record<string, unknown>): string {
  if (typeof body.password === 'string' && body.password !== '') return body.password
  throw new AppError('BAD_INPUT', accountMessages.passwordEmpty, { field: 'password' })
}

/** @throws AppError BAD_INPUT with every field that is wrong */
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

/** Whom somebody claims to be: where to look, and the text in the one form that stands for all its spellings. */
export type Claim = { by: 'email' | 'username'; value: string } | { by: 'nothing'; value: string }

/** What somebody types to sign in. The email may be a username. */
export interface SignIn {
  claim: Claim
  password: string
  /** Empty where there is none. */
  code: string
}

const MAX_CLAIM_LENGTH = 254

/** @throws AppError BAD_INPUT when a field is empty */
export function readSignIn(body: Record<string, unknown>): SignIn {
  const [field, typed] =
    typeof body.email === 'string' ? ['email', body.email] : ['username', body.username]
  const problems: FieldProblem[] = []
  if (typeof typed !== 'string' || typed.trim() === '')
    problems.push({ field, message: accountMessages.identifierEmpty })
  if (typeof body.password !== 'string' || body.password === '')
    problems.push({ field: 'password', message: accountMessages.passwordEmpty })
  if (problems[0]) throw new AppError('BAD_INPUT', problems[0].message, { problems })
  return { claim: readClaim(String(typed)), password: String(body.password), code: readCode(body) }
}

/** Who says that they forgot their password. @throws AppError BAD_INPUT when the field is empty */
export function readClaimant({ email }: Record<string, unknown>): Claim {
  if (typeof email === 'string' && email.trim() !== '') return readClaim(email)
  throw new AppError('BAD_INPUT', accountMessages.identifierEmpty, { field: 'email' })
}

/** The longest that somebody types as a code, with room for blanks. */
const MAX_CODE_LENGTH = 64

/** What somebody types as a code; anything else is none. */
export function readCode({ code }: Record<string, unknown>): string {
  return typeof code === 'string' ? code.trim().slice(0, MAX_CODE_LENGTH) : ''
}

/** The token of a sign-up is the encrypted sign-up itself: a name of up to 8 KB in base64, and a little more. */
const MAX_TOKEN_LENGTH = 2 * limits.textBytes

/** What a mailed link ends with; anything else belongs to no link. */
export function readToken({ token }: Record<string, unknown>): string {
  return typeof token === 'string' && token.length <= MAX_TOKEN_LENGTH ? token : ''
}

function readClaim(typed: string): Claim {
  const email = fields.email.safeParse(typed)
  if (email.success) return { by: 'email', value: email.data }
  const username = fields.usernameShape.safeParse(typed)
  if (username.success) return { by: 'username', value: username.data }
  return { by: 'nothing', value: typed.trim().slice(0, MAX_CLAIM_LENGTH).toLowerCase() }
}
