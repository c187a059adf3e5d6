import { useEffect } from 'react'
import { oidcProblem } from '#rules/oidc.ts'
import { usePage } from './page-settings.ts'

/** Shows why the provider did not sign in, which the server says in the URL. */
export function useProviderProblem(search: string, setError: (text: string) => void): void {
  const { provider } = usePage()
  useEffect(() => {
    const problem = oidcProblem(new URLSearchParams(search).get('problem'), provider)
    if (problem) setError(problem)
  }, [search, provider, setError])
}
