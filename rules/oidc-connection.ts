import { type OidcProblemCode, oidcProblem } from './oidc.ts'
import { paths } from './paths.ts'

/** Query parameter of the settings page with the result of connecting the provider. */
const PARAMETER = 'provider'
const CONNECTED = 'connected'

/** The settings page's path with the result of connecting the provider. */
export function connectionPath(outcome: OidcProblemCode | typeof CONNECTED): string {
  return `${paths.settings}?${new URLSearchParams({ [PARAMETER]: outcome })}`
}

/** The message for the result in the settings page's query; null without a result. */
export function connectionOutcome(
  search: string,
  name: string,
): { isConnected: boolean; sentence: string } | null {
  const outcome = new URLSearchParams(search).get(PARAMETER)
  if (outcome === CONNECTED)
    return { isConnected: true, sentence: `You can now sign in with ${name}.` }
  const sentence =
    (outcome !== null && connectionProblems(name).get(outcome)) || oidcProblem(outcome, name)
  return sentence ? { isConnected: false, sentence } : null
}

/** Messages that differ from those on the sign-in page. */
const connectionProblems = (name: string) =>
  new Map([
    ['others', `That ${name} account is already linked to someone else.`],
    [
      'another',
      `Your account is already connected to another ${name} account. Disconnect that one first.`,
    ],
    ['unreachable', `We can’t reach ${name} right now. Try again in a moment.`],
    ['stale', 'That took too long or started in another window. Please try again.'],
    ['failed', `${name} couldn’t confirm who you are. Please try again.`],
  ])
