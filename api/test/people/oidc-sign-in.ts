import { expect } from 'vitest'
import { OIDC_CALLBACK, OIDC_START } from '#rules/oidc.ts'
import { type Person, signInAtProvider } from '../servers/oidc-provider.ts'
import type { TestBrowser } from './browser.ts'

/** @returns the provider's URL that the browser is redirected to */
export async function startOidc(browser: TestBrowser, returnTo = '/'): Promise<string> {
  const response = await browser.fetch(`${OIDC_START}?${new URLSearchParams({ returnTo })}`)
  expect(response.status).toBe(302)
  return response.headers.get('location') ?? ''
}

/** Opens the callback's URL. @returns where the browser is redirected to */
export async function finishOidc(browser: TestBrowser, url: string): Promise<string> {
  const { pathname, search } = new URL(url)
  expect(pathname).toBe(OIDC_CALLBACK)
  const response = await browser.fetch(`${pathname}${search}`)
  expect(response.status).toBe(302)
  return response.headers.get('location') ?? ''
}

/** Signs in with the provider. @returns where the browser is redirected to at the end */
export async function signInWithOidc(
  browser: TestBrowser,
  person: Person,
  returnTo = '/',
): Promise<string> {
  return finishOidc(browser, await signInAtProvider(await startOidc(browser, returnTo), person))
}
