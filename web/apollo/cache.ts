import { InMemoryCache } from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'
import { connections } from './connections.generated.ts'
import possibleTypes from './possible-types.generated.ts'

/**
 * Page one of a connection replaces the list, later pages append. Evicted nodes are filtered out.
 */
const paginated = (keyArgs: string[]) => relayStylePagination(keyArgs.length > 0 && keyArgs)

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
