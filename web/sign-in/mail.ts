import * as fields from '#rules/account-fields.ts'
import { accountMessages } from '#rules/account-messages.ts'
import { mailLinkForms } from '#rules/mail-link.ts'
import { authRequest } from '../lib/auth-request.ts'
import type { PageForm, Values } from './form.ts'
import { isMailEnabled, showSuccess } from './page.ts'

/** The form of MailForms.tsx that the URL's hash names; null for other hashes. */
export function mailForm(hash: string, onSignedIn: () => void): PageForm | null {
  const [form = '', token] = hash.slice(1).split('=')
  if (!isMailEnabled() || !Object.hasOwn(endpoints, form)) return null
  const [path, check = noCheck] = endpoints[form as keyof typeof endpoints]
  const send = async (values: Values) => {
    await authRequest(path, { token, ...values })
    if (form === mailLinkForms.SIGN_UP) return onSignedIn()
    showSuccess(form)
  }
  return { template: `${form}-form`, rules: { check, send } }
}

/** Endpoint and client-side check of each form, by its name in the hash. */
const endpoints = {
  'forgot-password': ['/request-password-reset', checkIdentifier],
  [mailLinkForms.SIGN_UP]: ['/sign-up/confirm'],
  [mailLinkForms.RESET_PASSWORD]: ['/reset-password', checkNewPassword],
  [mailLinkForms.VERIFY_EMAIL]: ['/verify-email'],
} as const

function checkIdentifier({ email = '' }: Values) {
  return email.trim() === '' ? { email: accountMessages.identifierEmpty } : {}
}

function checkNewPassword({ password = '' }: Values) {
  const problem = fields.problemWith(fields.password, password)
  return problem ? { password: problem } : {}
}

function noCheck() {
  return {}
}
