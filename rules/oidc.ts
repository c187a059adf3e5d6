import { paths } from './paths.ts'

/** Where signing in with the operator's own provider begins; `?returnTo=` is a path to come back to. */
export const OIDC_START = '/api/auth/oidc'
/** Where the provider sends people back to, as the operator registers it there. */
export const OIDC_CALLBACK = `${OIDC_START}/callback`
/** By POST: where somebody who is signed in begins to connect the account with one at the provider, and where that is undone. */
export const OIDC_CONNECT = `${OIDC_START}/connect`
export const OIDC_DISCONNECT = `${OIDC_START}/disconnect`
/** The name of the step of the sign-in page at which somebody chooses a username. */
export const USERNAME_STEP = 'username'

/** The page on which somebody chooses a username. @param suggestion one that they have elsewhere */
export function usernamePath(returnTo: string, suggestion?: string): string {
  return `${paths.signIn}?${new URLSearchParams({ step: USERNAME_STEP, ...(suggestion && { username: suggestion }), returnTo })}`
}

/** What can keep somebody from signing in with the provider, in words; the sign-in page is told which by its address. */
export const oidcProblems = {
  unreachable: (name: string) =>
    `${name} cannot be reached right now. Try again in a moment, or sign in another way.`,
  declined: (name: string) => `You did not continue with ${name}.`,
  stale: (name: string) =>
    `That took too long, or began in another window. Please continue with ${name} again.`,
  failed: (name: string) => `${name} could not sign you in. Please try again.`,
  email: (name: string) =>
    `${name} knows no email address of yours, and an account here needs one.`,
  taken: () =>
    'There is an account with your email address already. Sign in to it with its password or passkey.',
  twoSteps: () => 'Your account asks for two steps. Sign in to it with its password or passkey.',
  often: () => 'That was a lot at once. Please try again in a few minutes.',
} as const

export type SignInProblemCode = keyof typeof oidcProblems
/** Those that only who is signed in can have, whose words are with the settings. */
export type OidcProblemCode = SignInProblemCode | 'others' | 'another'

/** The words for what an address names; null when it names nothing that can be wrong. */
export function oidcProblem(code: string | null, name: string): string | null {
  return code !== null && Object.hasOwn(oidcProblems, code)
    ? oidcProblems[code as SignInProblemCode](name)
    : null
}

/** Stands in the page as it is built for what the provider is called. */
export const PROVIDER_NAME = '{provider}'
/** The link's text as the page is built; the server writes the name in, or takes it all away where there is no provider. */
export const CONTINUE_WITH = `Continue with ${PROVIDER_NAME}`

/** @param name in HTML; null where there is no provider */
export function withProvider(html: string, name: string | null): string {
  return (name === null ? html.replaceAll(CONTINUE_WITH, '') : html).replaceAll(
    PROVIDER_NAME,
    () => name ?? '',
  )
}
