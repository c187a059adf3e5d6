import type { ApolloCache, DocumentNode, OperationVariables } from '@apollo/client'

/** The result of an operation that the server ran while it rendered the page. */
interface PreloadedResult {
  name: string
  variables: OperationVariables
  data: Record<string, unknown>
}

let results: PreloadedResult[] = []

/**
 * Reads the preloaded data from the page and removes it.
 * @param isUsable false for the demo user, whom a page request does not identify
 */
export function takePreloadedData(isUsable: boolean) {
  const element = document.getElementById('preloaded-data')
  element?.remove()
  if (element && isUsable) results = JSON.parse(element.textContent)
}

/** Writes the preloaded result of a query to the cache, once, before any component reads it. */
export function hydrateCache(cache: ApolloCache, query: DocumentNode) {
  const operation = query.definitions.find(
    (definition) => definition.kind === 'OperationDefinition',
  )
  const result = results.find(({ name }) => name === operation?.name?.value)
  if (!result) return
  results = results.filter((other) => other !== result)
  cache.writeQuery({ query, variables: result.variables, data: result.data, broadcast: false })
}
