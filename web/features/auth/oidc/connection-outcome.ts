import { CONNECTED } from '#rules/oidc-connection.ts'
import { t } from '../../../lib/i18n.ts'
import { providerMessages } from '../../../messages/auth.ts'
import { connectionProblems, problemText, signInProblems } from '../../../messages/provider.ts'

export interface Outcome {
  isConnected: boolean
  sentence: string
}

/** What the redirect from the provider led to. Null without a result. */
export function outcomeOf(result: string | null, provider: string): Outcome | null {
  if (result === CONNECTED)
    return { isConnected: true, sentence: t(providerMessages.canSignIn(provider)) }
  const problem = problemText({ ...signInProblems, ...connectionProblems }, result)
  return problem ? { isConnected: false, sentence: t(problem(provider)) } : null
}
