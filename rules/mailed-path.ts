import { paths } from './paths.ts'

/** The forms of the sign-in page that a mail leads to, by what stands in the address before the token. */
export const mailedForms = { VERIFY_EMAIL: 'verify-email', RESET_PASSWORD: 'reset-password' } as const

/** The query that keeps who is signed in from being led on at once. */
export const FROM_MAIL = 'from-mail'

/** Where a mail leads to. The token is in the fragment: no server is sent it, and no log has it. */
export function mailedPath(form: keyof typeof mailedForms, token: string): string {
  return `${paths.signIn}?${FROM_MAIL}#${mailedForms[form]}=${token}`
}
