import { accountMessages } from '#rules/account-messages.ts'
import { signIn } from './account.ts'
import { enliven, type Values } from './form.ts'
import { card, putInCard } from './page.ts'

interface CodeForm {
  /** What was typed before it. */
  values: Values
  onSignedIn: () => void
  onStartOver: () => void
}

/** Asks for the code that is missing after the password. */
export function askForCode({ values, onSignedIn, onStartOver }: CodeForm): void {
  putInCard('code-form')
  const form = card().querySelector('form')
  if (!form) return
  enliven(form, {
    check: ({ code = '' }): Values =>
      code.trim() === '' ? { code: accountMessages.codeEmpty } : {},
    send: ({ code = '' }) => signIn({ ...values, code }).then(onSignedIn),
  })
  form.querySelector('a')?.addEventListener('click', (event) => {
    event.preventDefault()
    onStartOver()
  })
  form.querySelector('input')?.focus()
}
