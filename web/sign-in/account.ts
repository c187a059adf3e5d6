import * as fields from '#rules/account-fields.ts'
import { accountMessages } from '#rules/account-messages.ts'
import { safeReturnTo } from '#rules/paths.ts'
import { authRequest } from '../lib/auth-request.ts'
import type { Problems, Values } from './form.ts'

export function checkSignIn({ email = '', password = '' }: Values): Problems {
  return {
    ...(email.trim() === '' && { email: accountMessages.identifierEmpty }),
    ...(password === '' && { password: accountMessages.passwordEmpty }),
  }
}

/** @throws RequestProblem with the same message for a wrong password and an unknown account */
export async function signIn({ email, password, code }: Values): Promise<void> {
  await authRequest('/sign-in/email', { email, password, ...(code !== undefined && { code }) })
}

const signUpFields = {
  name: fields.displayName,
  username: fields.username,
  email: fields.email,
  password: fields.password,
}

export function checkSignUp(values: Values): Problems {
  const results = Object.entries(signUpFields).map(
    ([name, schema]) => [name, fields.problemWith(schema, values[name])] as const,
  )
  return Object.fromEntries(
    results.flatMap(([name, problem]) => (problem ? [[name, problem]] : [])),
  )
}

/** The confirmation email, if one is sent, leads back to `returnTo`. @throws RequestProblem */
export async function signUp({ name, username, email, password }: Values): Promise<void> {
  await authRequest('/sign-up/email', { name, username, email, password, returnTo: returnTo() })
}

/** Signing in ends the demo. */
export function leaveDemo(): void {
  localStorage.removeItem('demoUser')
}

/** Leaves the demo. @returns the path to continue at */
export function finishSignIn(): string {
  leaveDemo()
  return returnTo()
}

export function searchParam(name: string): string | null {
  return new URLSearchParams(location.search).get(name)
}

/** The path to open after signing in, from `?returnTo=`. */
export function returnTo(): string {
  return safeReturnTo(searchParam('returnTo'))
}
