import { messages } from '#rules/messages.ts'
import { paths } from '#rules/paths.ts'
import { checked, messageOf } from '../../../lib/http-error.ts'
import { showToast } from '../../../ui/toast.ts'

/** Ends the session on the server, then leaves for the home page with nothing of it in memory. */
export async function signOut(): Promise<void> {
  try {
    await checked(await fetch('/api/logout', { method: 'POST', credentials: 'same-origin' }))
    location.assign(paths.home)
  } catch (error) {
    await showToast({ kind: 'bad', title: messageOf(error, messages.somethingWentWrong) })
  }
}
