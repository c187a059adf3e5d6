import { InMemoryCache } from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'
import { connections } from './connections.generated.ts'
import possibleTypes from './possible-types.generated.ts'

type Pagination = ReturnType<typeof relayStylePagination>
type Merge = Extract<Pagination['merge'], (...args: never[]) => unknown>
type List = Parameters<Merge>[0]
type Page = NonNullable<Parameters<Merge>[1]>
type Edge = NonNullable<List>['edges'][number]

/**
 * Page one of a connection replaces the list, later pages append. Evicted nodes are filtered out.
 */
function paginated(keyArgs: string[]): Pagination {
  const pagination = relayStylePagination(keyArgs.length > 0 && keyArgs)
  const append = pagination.merge as Merge
  const merge: Merge = (list, page, options) => {
    const after: string | null | undefined = options.args?.after
    if (!after) return append(list, page, options)
    if (!follows(list, after)) return list as NonNullable<List>
    return append(list, page && withoutListed(page, list), options)
  }
  return { ...pagination, merge }
}

/** A post returns on a later page, for example, when the viewer unfollowed one who shared it. */
function withoutListed(page: Page, list: List): Page {
  const listed = new Set(list?.edges.map(nodeId))
  const isNew = (edge: Edge) => !nodeId(edge) || !listed.has(nodeId(edge))
  return { ...page, ...(page.edges && { edges: page.edges.filter(isNew) }) }
}

const nodeId = (edge: Edge) => ('node' in edge ? edge.node.__ref : undefined)

/**
 * Whether a page follows a list. While a page loads, its list can be replaced by one that has
 * another beginning: appending it then would leave a gap.
 */
function follows(list: List, after: string): boolean {
  // The last edge may have left the list since, with an author whom the viewer muted.
  if (list?.pageInfo.endCursor === after) return true
  return list?.edges.some(({ cursor }) => cursor === after) ?? false
}

export function createCache(): InMemoryCache {
  return new InMemoryCache({
    ...possibleTypes,
    typePolicies: {
      ...Object.fromEntries(
        Object.entries(connections).map(([type, lists]) => [
          type,
          {
            fields: Object.fromEntries(
              Object.entries(lists).map(([field, keyArgs]) => [field, paginated(keyArgs)]),
            ),
          },
        ]),
      ),
      // Without an id, queries with different fields of it would otherwise evict each other's.
      NotificationSettings: { merge: true },
      // Events of several types, which replace each other.
      Subscription: { fields: { live: { merge: false } } },
      ReportSnapshot: { merge: true },
    },
  })
}
