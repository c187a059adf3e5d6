import { type FieldPolicy, InMemoryCache, type Reference } from '@apollo/client'
import possibleTypes from './possible-types.generated.ts'

interface Connection {
  edges: { node: Reference }[]
  pageInfo: { endCursor: string | null }
}

/** A connection's pages are one list, which a first page begins anew and the page after the last one goes on; one that is deleted is passed over. */
const pages = (keyArgs: string[] | false = false): FieldPolicy<Connection> => ({
  keyArgs,
  read: (list, { canRead }) =>
    list && { ...list, edges: list.edges.filter(({ node }) => canRead(node)) },
  merge: (list, page, { args }) => {
    if (!list || !args?.after) return page
    return args.after === list.pageInfo.endCursor
      ? { ...page, edges: [...list.edges, ...page.edges] }
      : list
  },
})

/** A search has a list for each query. */
export function createCache(): InMemoryCache {
  return new InMemoryCache({
    ...possibleTypes,
    typePolicies: {
      Query: { fields: { feed: pages(), search: pages(['query']) } },
      User: { fields: { posts: pages() } },
    },
  })
}
