import { paths } from './paths.ts'
import { WAITING_STEP } from './sign-ups.ts'

/** Starts signing in with the provider; `?returnTo=` is the path to open afterwards. */
export const OIDC_START = '/api/auth/oidc'
/** The redirect URI that the operator registers with the provider. */
export const OIDC_CALLBACK = `${OIDC_START}/callback` as const
/** POST, signed in: start connecting the account with the provider, and disconnect it. */
export const OIDC_CONNECT = `${OIDC_START}/connect` as const
export const OIDC_DISCONNECT = `${OIDC_START}/disconnect` as const
/** Value of the sign-in page's `step` parameter for choosing a username. */
export const USERNAME_STEP = 'username'

/** The page for choosing a username. @param suggestion the username at the provider */
export function usernamePath(returnTo: string, suggestion?: string): string {
  const query = new URLSearchParams({
    step: USERNAME_STEP,
    ...(suggestion && { username: suggestion }),
    returnTo,
  })
  return `${paths.signIn}?${query}`
}

/** The page after a sign-up that waits for a moderator. */
export const waitingPath = `${paths.signIn}?${new URLSearchParams({ step: WAITING_STEP })}`

/** Why the provider did not sign in: the values of the sign-in page's `problem` parameter. */
export type SignInProblemCode =
  | 'unreachable'
  | 'declined'
  | 'stale'
  | 'failed'
  | 'email'
  | 'taken'
  | 'twoSteps'
  | 'uninvited'
  | 'invitation'
  | 'often'
/** Includes the codes that occur only while connecting an account in the settings. */
export type OidcProblemCode = SignInProblemCode | 'others' | 'another'

/** Placeholder for the provider's name in the built sign-in page. */
export const PROVIDER_NAME = '{provider}'
/** The provider link's text in the built page, which `withProvider` fills in or removes. */
export const CONTINUE_WITH = `Continue with ${PROVIDER_NAME}`

/** @param name escaped for HTML; null if no provider is configured */
export function withProvider(html: string, name: string | null): string {
  return (name === null ? html.replaceAll(CONTINUE_WITH, '') : html).replaceAll(
    PROVIDER_NAME,
    () => name ?? '',
  )
}
