import { InMemoryCache } from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'
import { connections } from './connections.generated.ts'
import possibleTypes from './possible-types.generated.ts'

type Pagination = ReturnType<typeof relayStylePagination>
type Merge = Extract<Pagination['merge'], (...args: never[]) => unknown>
type List = Parameters<Merge>[0]

/**
 * Page one of a connection replaces the list, later pages append. Evicted nodes are filtered out.
 */
function paginated(keyArgs: string[]): Pagination {
  const pagination = relayStylePagination(keyArgs.length > 0 && keyArgs)
  const append = pagination.merge as Merge
  const merge: Merge = (list, page, options) =>
    follows(list, options.args?.after) ? append(list, page, options) : (list as NonNullable<List>)
  return { ...pagination, merge }
}

/**
 * Whether a page follows a list. While a page loads, its list can be replaced by one that has
 * another beginning: appending it then would leave a gap.
 */
function follows(list: List, after: string | null | undefined): boolean {
  if (!after) return true
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
      ReportSnapshot: { merge: true },
    },
  })
}
