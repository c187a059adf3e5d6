import * as fields from '#rules/account-fields.ts'
import { OIDC_START, oidcProblem, USERNAME_STEP } from '#rules/oidc.ts'
import { authRequest } from '../lib/auth-request.ts'
import { asked, leaveDemo, wish } from './account.ts'
import { type PageForm, say, type Values } from './form.ts'

/** The form for whoever has yet to choose a username; null for everybody else. */
export function usernameForm(onSignedIn: () => void): PageForm | null {
  if (asked('step') !== USERNAME_STEP) return null
  const send = ({ username }: Values) => authRequest('/username', { username }).then(onSignedIn)
  return { template: 'username-form', rules: { check, send } }
}

function check({ username }: Values) {
  const problem = fields.problemWith(fields.username, username)
  return problem ? { username: problem } : {}
}

/** Ties what a form has of the provider to where somebody wants to be afterwards, and says what went wrong there. */
export function enlivenProvider(form: HTMLFormElement): void {
  const returnTo = wish()
  const way = form.querySelector<HTMLAnchorElement>('[data-provider]')
  if (way) {
    way.href = `${OIDC_START}?${new URLSearchParams({ returnTo })}`
    way.addEventListener('click', leaveDemo)
    const problem = oidcProblem(asked('problem'), way.dataset.provider ?? '')
    if (problem) say(form, problem)
  }
  const later = form.querySelector<HTMLAnchorElement>('[data-later]')
  if (!later) return
  later.href = returnTo
  const input = form.querySelector<HTMLInputElement>('input[name=username]')
  const known = fields.username.safeParse(asked('username'))
  if (input && known.success) input.value = known.data
}
