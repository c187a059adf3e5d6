import { RequestProblem } from '../lib/auth-request.ts'
import { canUsePasskeys, signInWithPasskey } from '../lib/passkey.ts'
import { checkSignIn, checkSignUp, signIn, signUp } from './account.ts'
import { enliven, isBusy, say, setBusy } from './form.ts'

/** Brings SignInPage.tsx to life: the form that the address names, now and whenever that changes. */
export function start(onSignedIn: () => void): void {
  if (location.hash === CREATE_ACCOUNT) show()
  else enlivenCard()
  addEventListener('hashchange', () => {
    show()
    // The link that had the focus is gone with its form.
    card().querySelector('h1')?.focus()
  })

  function show() {
    const isNew = location.hash === CREATE_ACCOUNT
    const template = document.getElementById(isNew ? 'create-account-form' : 'sign-in-form') as HTMLTemplateElement
    card().replaceChildren(template.content.cloneNode(true))
    document.title = `${isNew ? 'Create an account' : 'Sign in'} · Good Vibes`
    enlivenCard()
  }

  function enlivenCard() {
    const form = card().querySelector('form')
    if (!form) return
    const [check, send] = location.hash === CREATE_ACCOUNT ? [checkSignUp, signUp] : [checkSignIn, signIn]
    enliven(form, { check, send: (values) => send(values).then(onSignedIn) })
    enlivenPassword(form)
    enlivenPasskey(form, onSignedIn)
  }
}

const CREATE_ACCOUNT = '#create-account'
const card = () => document.getElementById('card') as HTMLElement

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
