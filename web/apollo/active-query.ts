import type { ObservableQuery } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useCallback } from 'react'
import type { PageOperation } from '#rules/pages.ts'

/** Finds a query of the page by its name, for a part that only reloads the page's list. */
export function useActiveQuery(name: PageOperation): () => ObservableQuery | undefined {
  const client = useApolloClient()
  return useCallback(
    () => [...client.getObservableQueries()].find(({ queryName }) => queryName === name),
    [client, name],
  )
}
