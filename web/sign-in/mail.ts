import * as fields from '#rules/account-fields.ts'
import { accountMessages } from '#rules/account-messages.ts'
import { mailedForms } from '#rules/mailed-path.ts'
import { authRequest } from '../lib/auth-request.ts'
import type { PageForm, Values } from './form.ts'
import { isMailSent, showDone } from './page.ts'

/** The form that asks for a mail or that a mail leads to; null for an address of another. */
export function mailedForm(hash: string, onSignedIn: () => void): PageForm | null {
  const [form = '', token] = hash.slice(1).split('=')
  if (!isMailSent() || !Object.hasOwn(calls, form)) return null
  const [path, check = checkedThere] = calls[form as keyof typeof calls]
  const send = async (values: Values) => {
    await authRequest(path, { token, ...values })
    if (form === mailedForms.SIGN_UP) return onSignedIn()
    showDone(form)
  }
  return { template: `${form}-form`, rules: { check, send } }
}

/** Where each form is sent to, by its name in the address. */
const calls = {
  'forgot-password': ['/request-password-reset', checkForgotten],
  [mailedForms.SIGN_UP]: ['/sign-up/confirm'],
  [mailedForms.RESET_PASSWORD]: ['/reset-password', checkNewPassword],
  [mailedForms.VERIFY_EMAIL]: ['/verify-email'],
} as const

function checkForgotten({ email = '' }: Values) {
  return email.trim() === '' ? { email: accountMessages.identifierEmpty } : {}
}

function checkNewPassword({ password = '' }: Values) {
  const problem = fields.problemWith(fields.password, password)
  return problem ? { password: problem } : {}
}

function checkedThere() {
  return {}
}
