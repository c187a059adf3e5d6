import * as fields from '#rules/account-fields.ts'
import { OIDC_START, oidcProblem, USERNAME_STEP } from '#rules/oidc.ts'
import { authRequest } from '../lib/auth-request.ts'
import { leaveDemo, returnTo, searchParam } from './account.ts'
import { type PageForm, showAlert, type Values } from './form.ts'

/** The form for new members without a username; null for other steps. */
export function usernameForm(onSignedIn: () => void): PageForm | null {
  if (searchParam('step') !== USERNAME_STEP) return null
  const send = ({ username }: Values) => authRequest('/username', { username }).then(onSignedIn)
  return { template: 'username-form', rules: { check, send } }
}

function check({ username }: Values) {
  const problem = fields.problemWith(fields.username, username)
  return problem ? { username: problem } : {}
}

/** Adds `returnTo` to the form's links and shows the provider's error. */
export function bindProvider(form: HTMLFormElement): void {
  const providerLink = form.querySelector<HTMLAnchorElement>('[data-provider]')
  if (providerLink) bindProviderLink(form, providerLink)
  const skipLink = form.querySelector<HTMLAnchorElement>('[data-skip]')
  if (!skipLink) return
  skipLink.href = returnTo()
  const input = form.querySelector<HTMLInputElement>('input[name=username]')
  const suggestion = fields.username.safeParse(searchParam('username'))
  if (input && suggestion.success) input.value = suggestion.data
}

function bindProviderLink(form: HTMLFormElement, link: HTMLAnchorElement) {
  link.href = `${OIDC_START}?${new URLSearchParams({ returnTo: returnTo() })}`
  link.addEventListener('click', leaveDemo)
  const problem = oidcProblem(searchParam('problem'), link.dataset.provider ?? '')
  if (problem) showAlert(form, problem)
}
