import { expect } from 'vitest'
import type { TestServer } from '../servers/server.ts'
import type { SignedUp, TestBrowser } from './browser.ts'
import { uuidOf } from './uuid-of.ts'

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'
export const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 ' +
  '(KHTML, like Gecko) Version/26.0 Safari/604.1'

/** Signs a new visitor in to an account, from a device. */
export async function signInFrom(
  server: TestServer,
  { email }: SignedUp,
  password: string,
  userAgent = FIREFOX,
): Promise<TestBrowser> {
  const visitor = server.browser()
  const response = await visitor.fetch('/api/auth/sign-in/email', {
    json: { email, password },
    headers: { 'user-agent': userAgent },
  })
  expect(response.status).toBe(200)
  return visitor
}

export interface TwoDevices {
  account: SignedUp
  laptop: TestBrowser
  phone: TestBrowser
  uuid: string
}

/** A new account that is signed in on a laptop, without a user agent, and on a phone. */
export async function onTwoDevices(server: TestServer): Promise<TwoDevices> {
  const laptop = server.browser()
  const account = await laptop.signUp()
  const phone = await signInFrom(server, account, account.password, SAFARI)
  return { account, laptop, phone, uuid: uuidOf(account.id) }
}

/** 200 with a session, 401 without. */
export async function userStatus(visitor: TestBrowser): Promise<number> {
  return (await visitor.fetch('/api/auth/user')).status
}
