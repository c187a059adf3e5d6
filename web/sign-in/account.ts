import * as accountApi from '#rules/account-api.ts'
import { safeReturnTo } from '#rules/return-to.ts'
import { forgetAccount } from '../lib/account.ts'
import { ApiError, needsSignIn } from '../lib/api-error.ts'
import { demoStorage } from '../lib/demo-storage.ts'
import { t } from '../lib/i18n.ts'
import { request } from '../lib/request.ts'
import { signInMessages } from '../messages/sign-in.ts'

/**
 * Checks that the browser kept the cookie of the new session.
 * @throws ApiError that says so
 */
export async function requireCookie(): Promise<void> {
  const failure = await request(accountApi.getAccount).catch((error: unknown) => error)
  if (needsSignIn(failure)) throw new ApiError({ status: 0, detail: t(signInMessages.noCookies) })
}

/** Signing in ends the demo. */
export function leaveDemo(): void {
  demoStorage.write(null)
}

/** Leaves the demo, and has the next page tell all tabs. @returns the path to continue at */
export function finishSignIn(): string {
  leaveDemo()
  forgetAccount()
  return returnTo(location.search)
}

/** The path to open after signing in, from `?returnTo=`. */
export function returnTo(search: string): string {
  return safeReturnTo(new URLSearchParams(search).get('returnTo'))
}
