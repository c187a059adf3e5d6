import { useEffect } from 'react'
import { t } from '../lib/i18n.ts'
import { problemText, signInProblems } from '../messages/provider.ts'
import { usePage } from './page-context.ts'

/** Shows why the provider did not sign in, which the server says in the URL. */
export function useProviderProblem(search: string, setError: (text: string) => void): void {
  const { provider } = usePage()
  useEffect(() => {
    const problem = problemText(signInProblems, new URLSearchParams(search).get('problem'))
    if (problem) setError(t(problem(provider)))
  }, [search, provider, setError])
}
