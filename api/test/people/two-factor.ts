import { expect, vi } from 'vitest'
import type { TestServer } from '../servers/server.ts'
import type { SignedUp, TestBrowser } from './browser.ts'
import { post } from './emails.ts'
import { codeOf } from './totp.ts'

/** Milliseconds for which an authenticator app shows a code. */
export const PERIOD_MS = 30_000

/** Advances the fake clock until the app shows another code. */
export const nextPeriod = (periods = 1) => vi.setSystemTime(Date.now() + periods * PERIOD_MS)

export const twoFactorOf = async (visitor: TestBrowser) =>
  (await visitor.fetch('/api/auth/two-factor')).json()

export interface Factor {
  key: string
  recoveryCodes: string[]
}

export async function turnOnTwoFactor(
  visitor: TestBrowser,
  { password }: SignedUp,
): Promise<Factor> {
  const { key } = (await (await post(visitor, 'two-factor/start', { password })).json()) as {
    key: string
  }
  const confirmed = await post(visitor, 'two-factor/confirm', { code: codeOf(key) })
  expect(confirmed.status).toBe(200)
  const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] }
  return { key, recoveryCodes }
}

/** A new account with two-step sign-in, whose app shows an unused code. */
export async function withTwoFactor(
  server: TestServer,
): Promise<Factor & { visitor: TestBrowser; account: SignedUp }> {
  const visitor = server.browser()
  const account = await visitor.signUp()
  const factor = await turnOnTwoFactor(visitor, account)
  nextPeriod()
  return { visitor, account, ...factor }
}

/** Signs a new visitor in, by email or by username. */
export function signInWithCode(
  server: TestServer,
  { email, password }: SignedUp,
  code?: string,
  route = 'email',
): Promise<Response> {
  return post(server.browser(), `sign-in/${route}`, {
    [route]: email,
    password,
    ...(code !== undefined && { code }),
  })
}
