import { RequestProblem } from '../lib/auth-request.ts'
import { canUsePasskeys, signInWithPasskey } from '../lib/passkey.ts'
import { checkSignIn, checkSignUp, signIn, signUp } from './account.ts'
import { showCodeForm } from './code.ts'
import { bindForm, isBusy, type PageForm, setBusy, showAlert, type Values } from './form.ts'
import { mailForm } from './mail.ts'
import { card, focusHeading, isMailEnabled, showSuccess, showTemplate } from './page.ts'
import { bindProvider, usernameForm } from './provider.ts'

/** Shows the form that the URL names, now and on each hash change, and attaches its behaviour. */
export function bindPage(onSignedIn: () => void): void {
  if (location.hash !== '' || location.search.includes('step=')) showForm()
  else bindCard()
  addEventListener('hashchange', showFormWithFocus)

  function showFormWithFocus() {
    showForm()
    focusHeading()
  }

  function showForm() {
    showTemplate(formFor(location.hash).template)
    bindCard()
  }

  function bindCard() {
    const form = card().querySelector('form')
    if (!form) return
    bindForm(form, formFor(location.hash).rules)
    bindPasswordToggle(form)
    bindPasskeyButton(form, onSignedIn)
    bindMailNote(form)
    bindProvider(form)
  }

  function formFor(hash: string): PageForm {
    const form = mailForm(hash, onSignedIn) ?? usernameForm(onSignedIn)
    if (form) return form
    if (hash === '#create-account') {
      const rules = {
        check: checkSignUp,
        send: (values: Values) =>
          signUp(values).then(isMailEnabled() ? () => showSuccess('create-account') : onSignedIn),
      }
      return { template: 'create-account-form', rules }
    }
    return { template: 'sign-in-form', rules: { check: checkSignIn, send: sendSignIn } }
  }

  async function sendSignIn(values: Values): Promise<void> {
    try {
      await signIn(values)
    } catch (error) {
      if (!(error instanceof RequestProblem) || !('code' in error.fields)) throw error
      return showCodeForm({ values, onSignedIn, onStartOver: showFormWithFocus })
    }
    onSignedIn()
  }
}

function bindPasswordToggle(form: HTMLFormElement) {
  const button = form.querySelector<HTMLButtonElement>('[data-show-password]')
  const input = form.querySelector<HTMLInputElement>('input[type=password]')
  button?.addEventListener('click', () => {
    if (!input) return
    const shown = input.type === 'password'
    input.type = shown ? 'text' : 'password'
    button.textContent = shown ? 'Hide' : 'Show'
    button.title = shown ? 'Hide what you typed' : 'Show what you type'
  })
}

function bindPasskeyButton(form: HTMLFormElement, onSignedIn: () => void) {
  const passkey = form.querySelector<HTMLElement>('#passkey')
  if (!passkey) return
  passkey.hidden = !canUsePasskeys()
  passkey.querySelector('button')?.addEventListener('click', async () => {
    if (isBusy(form)) return
    showAlert(form, '')
    setBusy(form, true)
    try {
      if (await signInWithPasskey()) return onSignedIn()
    } catch (error) {
      if (!(error instanceof RequestProblem)) throw error
      showAlert(form, error.message)
    }
    setBusy(form, false)
  })
}

/** Shows the advice on forgotten passwords that fits the server's mail setting. */
function bindMailNote(form: HTMLFormElement) {
  const setting = isMailEnabled() ? 'on' : 'off'
  for (const note of form.querySelectorAll<HTMLElement>('[data-mail]'))
    note.hidden = note.dataset.mail !== setting
}
