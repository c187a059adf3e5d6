import type {
  ApolloCache,
  ApolloClient,
  NormalizedCacheObject,
  ObservableQuery,
} from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useMemo } from 'react'
import { limits } from '#rules/limits.ts'

/** The fields of `Query` with lists that leave out the people whom the viewer hides. */
const LISTS = ['feed', 'search', 'node', 'user']

interface LoadedLists {
  cache: ApolloCache
  /** Drops what no query on the screen reads, so that it loads when it is shown again. */
  forgetOthers: () => void
  /**
   * Loads the lists again, those on the screen at once and others when they are shown. A list of
   * several pages stays, so that reading goes on.
   */
  reload: () => Promise<void>
  /** Loads everything again, as another viewer. */
  reloadAll: () => Promise<void>
}

/** The lists that are in the cache, for a change of who is in them or who reads them. */
export function useLoadedLists(): LoadedLists {
  const client = useApolloClient()
  return useMemo(
    () => ({
      cache: client.cache,
      forgetOthers: () => forgetOthers(client),
      async reload() {
        forgetOthers(client)
        await refetch(singlePages(client))
      },
      async reloadAll() {
        forgetOthers(client)
        await refetch(shownQueries(client))
      },
    }),
    [client],
  )
}

const refetch = (queries: readonly ObservableQuery[]) =>
  Promise.all(queries.map((query) => query.refetch().catch(() => {})))

const shownQueries = (client: ApolloClient) => [...client.getObservableQueries('active')]

const singlePages = (client: ApolloClient) =>
  shownQueries(client).filter(
    (query) =>
      rootFields(query).some((name) => LISTS.includes(name)) &&
      !hasSeveralPages(query.getCurrentResult().data),
  )

function forgetOthers(client: ApolloClient) {
  const { cache } = client
  const shown = new Set(shownQueries(client).flatMap(rootFields))
  const { ROOT_QUERY = {} } = cache.extract() as NormalizedCacheObject
  const names = new Set(Object.keys(ROOT_QUERY).map((stored) => stored.replace(/\W.*/s, '')))
  for (const fieldName of names)
    if (!fieldName.startsWith('__') && !shown.has(fieldName))
      cache.evict({ id: 'ROOT_QUERY', fieldName })
  cache.gc()
}

/** The fields in a query's result. Those that a directive leaves out are not. */
const rootFields = (query: ObservableQuery): string[] =>
  Object.keys(query.getCurrentResult().data ?? {})

function hasSeveralPages(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return false
  const { edges } = data as { edges?: unknown }
  if (Array.isArray(edges)) return edges.length > limits.pageSize.default
  return Object.values(data).some(hasSeveralPages)
}
