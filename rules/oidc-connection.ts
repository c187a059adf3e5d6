import { type OidcProblemCode, oidcProblem } from './oidc.ts'
import { paths } from './paths.ts'

/** What the settings' address says by this name, of who comes back from connecting an account with the provider. */
const NAME = 'provider'
const CONNECTED = 'connected'

/** Where somebody is led who wanted to connect an account. */
export function connectionPath(outcome: OidcProblemCode | typeof CONNECTED): string {
  return `${paths.settings}?${new URLSearchParams({ [NAME]: outcome })}`
}

/** How connecting ended, in a sentence; null where the address tells of none. */
export function connectionOutcome(
  search: string,
  name: string,
): { isConnected: boolean; sentence: string } | null {
  const outcome = new URLSearchParams(search).get(NAME)
  if (outcome === CONNECTED)
    return { isConnected: true, sentence: `You can sign in with ${name} from now on.` }
  const sentence = (outcome !== null && otherWords(name).get(outcome)) || oidcProblem(outcome, name)
  return sentence ? { isConnected: false, sentence } : null
}

/** Where other words are said than to somebody who wants to sign in. */
const otherWords = (name: string) =>
  new Map([
    ['others', `That account at ${name} is somebody else’s here.`],
    [
      'another',
      `Your account is connected with another one at ${name} already. Disconnect that first.`,
    ],
    ['unreachable', `${name} cannot be reached right now. Try again in a moment.`],
    ['stale', 'That took too long, or began in another window. Please try again.'],
    ['failed', `${name} could not tell who you are there. Please try again.`],
  ])
