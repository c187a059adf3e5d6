import { ACCOUNT_HEADER } from '#rules/account-header.ts'
import { storedText } from './stored-text.ts'

/** Who is signed in: an id, or '' after signing out. Without it, the server's check remains. */
const account = storedText('account')
/** Says that a change was refused before a reload. */
const refusal = storedText('account-changed', 'sessionStorage')

/** Undefined until the page knows. */
let shown: string | null | undefined

/** Says which account this page shows; null for a visitor. All tabs learn who is signed in. */
export function showAccount(id: string | null) {
  shown = id
  if (id !== null) announceAccount(id)
  // So that signing in again as the same person is a change that other tabs notice.
  else forgetAccount()
}

/** The header of a write: the server refuses it if another account would act. */
export function accountHeader(): Record<string, string> {
  return shown ? { [ACCOUNT_HEADER]: shown } : {}
}

/** Tells all tabs who is signed in; null after signing out or leaving the demo. */
export function announceAccount(id: string | null) {
  account.write(id ?? '')
}

/** After signing in, the next page tells all tabs, also if it is the account of before. */
export function forgetAccount() {
  account.write(null)
}

/**
 * Reloads this page when another tab tells of another account than it shows, and when the browser
 * restores it with an account and drafts that may be stale.
 */
export function followAccount() {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== account.key || newValue === null || shown === undefined) return
    if (newValue !== (shown ?? '')) location.reload()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}

/** Reloads this page as who is signed in, after the server refused a change. Never resolves. */
export function reloadAsSignedIn(): Promise<never> {
  refusal.write('1')
  location.reload()
  return new Promise(() => {})
}

/** Whether the page was reloaded because a change was refused. True once. */
export function takeRefusal(): boolean {
  const wasRefused = refusal.read() !== null
  refusal.write(null)
  return wasRefused
}
