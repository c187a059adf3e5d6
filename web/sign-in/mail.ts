import { accountMessages } from '#rules/account-messages.ts'
import * as fields from '#rules/fields.ts'
import { mailedForms } from '#rules/mailed-path.ts'
import { paths } from '#rules/paths.ts'
import { authRequest } from '../lib/auth-request.ts'
import type { PageForm, Values } from './form.ts'
import { isMailSent, tell } from './page.ts'

const TO_SIGN_IN = { link: 'Sign in', to: '#' }

/** The form that asks for a mail or that a mail leads to; null for an address of another. */
export function mailedForm(hash: string): PageForm | null {
  if (!isMailSent()) return null
  if (hash === '#forgot-password') {
    return { template: 'forgot-password-form', title: 'Forgot your password?', rules: { check: checkForgotten, send: askForLink } }
  }
  const [, form, token = ''] = /^#([\w-]+)=(.*)$/.exec(hash) ?? []
  if (form === mailedForms.RESET_PASSWORD) {
    const rules = { check: checkNewPassword, send: ({ password = '' }: Values) => resetPassword(token, password) }
    return { template: 'reset-password-form', title: 'Choose a new password', rules }
  }
  if (form === mailedForms.VERIFY_EMAIL) {
    return { template: 'verify-email-form', title: 'Verify your address', rules: { check: () => ({}), send: () => verifyEmail(token) } }
  }
  return null
}

function checkForgotten({ email = '' }: Values) {
  return email.trim() === '' ? { email: accountMessages.identifierEmpty } : {}
}

function checkNewPassword({ password = '' }: Values) {
  const problem = fields.problemWith(fields.password, password)
  return problem ? { password: problem } : {}
}

async function askForLink({ email }: Values): Promise<void> {
  await authRequest('/request-password-reset', { email })
  const text = 'If there is an account by that name, a mail with a link is on its way. The link works for an hour.'
  tell({ title: 'Look into your mail', text, ...TO_SIGN_IN })
}

async function resetPassword(token: string, password: string): Promise<void> {
  await authRequest('/reset-password', { token, password })
  tell({ title: 'Your password is new', text: 'Every device is signed out. Sign in with your new password now.', ...TO_SIGN_IN })
}

async function verifyEmail(token: string): Promise<void> {
  await authRequest('/verify-email', { token })
  tell({ title: 'Thank you', text: 'Your email address is verified.', link: 'Go on to Good Vibes', to: paths.home })
}
