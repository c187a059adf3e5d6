import { accountMessages } from '#rules/account-messages.ts'
import { signIn } from './account.ts'
import { bindForm, type Values } from './form.ts'
import { card, showTemplate } from './page.ts'

interface CodeFormOptions {
  /** The values of the sign-in form, which are sent again with the code. */
  values: Values
  onSignedIn: () => void
  onStartOver: () => void
}

/** Shows the form for the second step of two-step sign-in. */
export function showCodeForm({ values, onSignedIn, onStartOver }: CodeFormOptions): void {
  showTemplate('code-form')
  const form = card().querySelector('form')
  if (!form) return
  bindForm(form, {
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
