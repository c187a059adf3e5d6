import { paths } from './paths.ts'

/** The sign-in page's forms for emailed links, by the name in the URL's fragment. */
export const mailLinkForms = {
  SIGN_UP: 'finish-sign-up',
  VERIFY_EMAIL: 'verify-email',
  CHANGE_EMAIL: 'verify-email',
  RESET_PASSWORD: 'reset-password',
} as const

/** Query parameter that stops the sign-in page from redirecting signed-in members. */
export const FROM_MAIL = 'from-mail'

/**
 * The path of an emailed link. The token is in the fragment, which reaches no server and no log.
 * @param returnTo the path to open afterwards
 */
export function mailLinkPath(
  form: keyof typeof mailLinkForms,
  token: string,
  returnTo: string = paths.home,
): string {
  const query = returnTo === paths.home ? '' : `&${new URLSearchParams({ returnTo })}`
  return `${paths.signIn}?${FROM_MAIL}${query}#${mailLinkForms[form]}=${token}`
}
