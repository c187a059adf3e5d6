import { paths } from './paths.ts'

/** The forms of the sign-in page that a mail leads to, by what stands in the address before the token. */
export const mailedForms = {
  SIGN_UP: 'finish-sign-up',
  VERIFY_EMAIL: 'verify-email',
  RESET_PASSWORD: 'reset-password',
} as const

/** The query that keeps who is signed in from being led on at once. */
export const FROM_MAIL = 'from-mail'

/**
 * Where a mail leads to. The token is in the fragment: no server is sent it, and no log has it.
 * @param returnTo where somebody wants to be afterwards
 */
export function mailedPath(
  form: keyof typeof mailedForms,
  token: string,
  returnTo: string = paths.home,
): string {
  const wish = returnTo === paths.home ? '' : `&${new URLSearchParams({ returnTo })}`
  return `${paths.signIn}?${FROM_MAIL}${wish}#${mailedForms[form]}=${token}`
}
