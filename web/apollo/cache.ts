import { InMemoryCache } from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'
import { connections } from './connections.generated.ts'
import possibleTypes from './possible-types.generated.ts'

type Pagination = ReturnType<typeof relayStylePagination>
type Merge = Extract<Pagination['merge'], (...args: never[]) => unknown>
type List = Parameters<Merge>[0]
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
    if (!list || !follows(list, after)) return list as NonNullable<List>
    const { loaded, added } = splitAfter(list, after)
    const merged = append(list, page && { ...page, edges: notIn(loaded, page.edges) }, options)
    return merged && { ...merged, edges: [...merged.edges, ...notIn(merged.edges, added)] }
  }
  return { ...pagination, merge }
}

/** What was added behind the last page, such as one's own reply, stays behind the next one. */
function splitAfter({ edges, pageInfo }: NonNullable<List>, after: string) {
  const end = edges.findIndex(({ cursor }) => cursor === after) + 1 || edges.length
  return {
    loaded: edges.slice(0, end),
    added: pageInfo.endCursor === after ? edges.slice(end) : [],
  }
}

/** A post returns on a later page, for example, when the viewer unfollowed one who shared it. */
function notIn(listed: readonly Edge[], edges: readonly Edge[] = []): Edge[] {
  const ids = new Set(listed.map(nodeId))
  return edges.filter((edge) => !nodeId(edge) || !ids.has(nodeId(edge)))
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
