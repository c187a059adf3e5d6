import { accountMessages } from '#rules/account-messages.ts'
import { RequestProblem } from '../lib/auth-request.ts'
import { signIn } from './account.ts'
import { enliven, type Values } from './form.ts'
import { card, putInCard } from './page.ts'

/** Told to the window when the first form is wanted again. */
export const START_OVER = 'startover'

/** What follows a refusal to sign somebody in: where only a code is missing, its form. */
export function askForCode(values: Values, onSignedIn: () => void): (reason: unknown) => void {
  return (reason) => {
    if (!(reason instanceof RequestProblem) || !('code' in reason.fields)) throw reason
    putInCard('code-form')
    const form = card().querySelector('form')
    if (!form) return
    enliven(form, {
      check: ({ code = '' }): Values => (code.trim() === '' ? { code: accountMessages.codeEmpty } : {}),
      send: ({ code = '' }) => signIn({ ...values, code }).then(onSignedIn),
    })
    form.querySelector('a')?.addEventListener('click', (event) => {
      event.preventDefault()
      dispatchEvent(new Event(START_OVER))
    })
    form.querySelector('input')?.focus()
  }
}
