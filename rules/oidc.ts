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

/** Messages by the code in the sign-in page's `problem` parameter. */
export const oidcProblems = {
  unreachable: (name: string) =>
    `We can’t reach ${name} right now. Try again in a moment, or sign in another way.`,
  declined: (name: string) => `You cancelled signing in with ${name}.`,
  stale: (name: string) =>
    `That took too long or started in another window. Please continue with ${name} again.`,
  failed: (name: string) => `${name} couldn’t sign you in. Please try again.`,
  email: (name: string) =>
    `Your ${name} account has no email address, and an account here needs one.`,
  taken: () =>
    'Your email address already has an account. Sign in to it with its password or passkey.',
  twoSteps: () => 'Your account uses two-step sign-in. Sign in to it with its password or passkey.',
  uninvited: () => 'You need an invitation to join. Ask someone who’s already here for one.',
  invitation: () => 'This invitation was used up, revoked or has expired. Ask for a new one.',
  often: () => 'That was a lot at once. Please try again in a few minutes.',
} as const

export type SignInProblemCode = keyof typeof oidcProblems
/** Includes the codes that occur only while connecting an account in the settings. */
export type OidcProblemCode = SignInProblemCode | 'others' | 'another'

/** The message for a code from the URL; null for an unknown code. */
export function oidcProblem(code: string | null, name: string): string | null {
  return code !== null && Object.hasOwn(oidcProblems, code)
    ? oidcProblems[code as SignInProblemCode](name)
    : null
}

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
