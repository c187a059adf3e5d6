import { safeReturnTo } from '#rules/return-to.ts'
import { forgetAccount } from '../lib/account.ts'
import { STORAGE_KEY } from '../lib/demo-storage.ts'

/** Signing in ends the demo. */
export function leaveDemo(): void {
  localStorage.removeItem(STORAGE_KEY)
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
