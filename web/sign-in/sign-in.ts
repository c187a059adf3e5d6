import { RequestProblem } from '../lib/auth-request.ts'
import { canUsePasskeys, signInWithPasskey } from '../lib/passkey.ts'
import { checkSignIn, checkSignUp, signIn, signUp } from './account.ts'
import { askForCode } from './code.ts'
import { enliven, isBusy, type PageForm, say, setBusy, type Values } from './form.ts'
import { mailedForm } from './mail.ts'
import { card, focusTitle, isMailSent, putInCard, showDone } from './page.ts'
import { enlivenProvider, usernameForm } from './provider.ts'

/** Brings SignInPage.tsx to life: the form that the address names, now and whenever that changes. */
export function start(onSignedIn: () => void): void {
  if (location.hash !== '' || location.search.includes('step=')) show()
  else enlivenCard()
  addEventListener('hashchange', showAnew)

  function showAnew() {
    show()
    focusTitle()
  }

  function show() {
    putInCard(formOf(location.hash).template)
    enlivenCard()
  }

  function enlivenCard() {
    const form = card().querySelector('form')
    if (!form) return
    enliven(form, formOf(location.hash).rules)
    enlivenPassword(form)
    enlivenPasskey(form, onSignedIn)
    enlivenNote(form)
    enlivenProvider(form)
  }

  function formOf(hash: string): PageForm {
    const other = mailedForm(hash, onSignedIn) ?? usernameForm(onSignedIn)
    if (other) return other
    if (hash === '#create-account') {
      const rules = {
        check: checkSignUp,
        send: (values: Values) =>
          signUp(values).then(isMailSent() ? () => showDone('create-account') : onSignedIn),
      }
      return { template: 'create-account-form', rules }
    }
    return { template: 'sign-in-form', rules: { check: checkSignIn, send: enter } }
  }

  async function enter(values: Values): Promise<void> {
    try {
      await signIn(values)
    } catch (reason) {
      if (!(reason instanceof RequestProblem) || !('code' in reason.fields)) throw reason
      return askForCode({ values, onSignedIn, onStartOver: showAnew })
    }
    onSignedIn()
  }
}

function enlivenPassword(form: HTMLFormElement) {
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

function enlivenPasskey(form: HTMLFormElement, onSignedIn: () => void) {
  const passkey = form.querySelector<HTMLElement>('#passkey')
  if (!passkey) return
  passkey.hidden = !canUsePasskeys()
  passkey.querySelector('button')?.addEventListener('click', async () => {
    if (isBusy(form)) return
    say(form, '')
    setBusy(form, true)
    try {
      if (await signInWithPasskey()) return onSignedIn()
    } catch (reason) {
      if (!(reason instanceof RequestProblem)) throw reason
      say(form, reason.message)
    }
    setBusy(form, false)
  })
}

/** Of what can be done about a forgotten password, shows what can be done here. */
function enlivenNote(form: HTMLFormElement) {
  const is = isMailSent() ? 'on' : 'off'
  for (const way of form.querySelectorAll<HTMLElement>('[data-mail]'))
    way.hidden = way.dataset.mail !== is
}
