import { messages } from '#rules/messages.ts'
import { paths } from '#rules/paths.ts'
import { assertOk, messageOf } from '../../../lib/http-error.ts'
import { showToast } from '../../../ui/toast.ts'

/** Ends the session, then loads the home page, which clears all data from memory. */
export async function signOut(): Promise<void> {
  try {
    await assertOk(await fetch('/api/logout', { method: 'POST', credentials: 'same-origin' }))
    location.assign(paths.home)
  } catch (error) {
    await showToast({ kind: 'error', title: messageOf(error, messages.somethingWentWrong) })
  }
}
