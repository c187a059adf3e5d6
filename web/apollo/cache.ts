import { InMemoryCache } from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'
import possibleTypes from './possible-types.generated.ts'

/** A connection's pages are one list in the cache; a search has one for each query. */
export function createCache(): InMemoryCache {
  return new InMemoryCache({
    ...possibleTypes,
    typePolicies: {
      Query: { fields: { feed: relayStylePagination(), search: relayStylePagination(['query']) } },
      User: { fields: { posts: relayStylePagination() } },
    },
  })
}
