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

/** @throws RequestProblem with the same words whether the password is wrong or the account does not exist */
export async function signIn({ email, password, code }: Values): Promise<void> {
  await authRequest('/sign-in/email', { email, password, ...(code !== undefined && { code }) })
}

const newAccount = {
  name: fields.displayName,
  username: fields.username,
  email: fields.email,
  password: fields.password,
}

export function checkSignUp(values: Values): Problems {
  const found = Object.entries(newAccount).map(
    ([name, schema]) => [name, fields.problemWith(schema, values[name])] as const,
  )
  return Object.fromEntries(found.flatMap(([name, problem]) => (problem ? [[name, problem]] : [])))
}

/** Where mail is sent, that leads back to where somebody wants to be. @throws RequestProblem */
export async function signUp({ name, username, email, password }: Values): Promise<void> {
  await authRequest('/sign-up/email', { name, username, email, password, returnTo: wish() })
}

/** Whoever signs in is not the demo user anymore. */
export function leaveDemo(): void {
  localStorage.removeItem('demoUser')
}

/** Where to go on as the account just signed in. */
export function enter(): string {
  leaveDemo()
  return wish()
}

/** What the address says by a name. */
export function asked(name: string): string | null {
  return new URLSearchParams(location.search).get(name)
}

/** Where somebody wants to be afterwards. */
export function wish(): string {
  return safeReturnTo(asked('returnTo'))
}
