import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { OidcProblemCode, SignInProblemCode } from '#rules/oidc.ts'

type Problem = (provider: string) => MessageDescriptor

/** Why the provider did not sign in, by the code that the server puts into the URL. */
export const signInProblems: Record<SignInProblemCode, Problem> = {
  unreachable: (provider) =>
    msg`We can’t reach ${provider} right now. Try again in a moment, or sign in another way.`,
  declined: (provider) => msg`You cancelled signing in with ${provider}.`,
  stale: (provider) =>
    msg`That took too long or started in another window. Please continue with ${provider} again.`,
  failed: (provider) => msg`${provider} couldn’t sign you in. Please try again.`,
  email: (provider) =>
    msg`Your ${provider} account has no email address, and an account here needs one.`,
  taken: () =>
    msg`Your email address already has an account. Sign in to it with its password or passkey.`,
  twoSteps: () =>
    msg`Your account uses two-step sign-in. Sign in to it with its password or passkey.`,
  uninvited: () => msg`You need an invitation to join. Ask someone who’s already here for one.`,
  invitation: () => msg`This invitation was used up, revoked or has expired. Ask for a new one.`,
  often: () => msg`That was a lot at once. Please try again in a few minutes.`,
}

/** Why the settings did not connect the account, where it differs from the sign-in page. */
export const connectionProblems: Partial<Record<OidcProblemCode, Problem>> = {
  others: (provider) => msg`That ${provider} account is already linked to someone else.`,
  another: (provider) =>
    msg`Your account is already connected to another ${provider} account. Disconnect that one first.`,
  unreachable: (provider) => msg`We can’t reach ${provider} right now. Try again in a moment.`,
  stale: () => msg`That took too long or started in another window. Please try again.`,
  failed: (provider) => msg`${provider} couldn’t confirm who you are. Please try again.`,
}

/** The text for a code from the URL; undefined for an unknown code. */
export const problemText = (
  problems: Readonly<Record<string, Problem | undefined>>,
  code: string | null,
): Problem | undefined =>
  code !== null && Object.hasOwn(problems, code) ? problems[code] : undefined
