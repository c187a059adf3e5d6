import { type FieldPolicy, InMemoryCache, type Reference } from '@apollo/client'
import possibleTypes from './possible-types.generated.ts'

interface Connection {
  edges: { node: Reference }[]
  pageInfo: { endCursor: string | null }
}

/** Page one replaces the list, later pages append. Evicted nodes are filtered out. */
const paginated = (keyArgs: string[] | false = false): FieldPolicy<Connection> => ({
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

export function createCache(): InMemoryCache {
  return new InMemoryCache({
    ...possibleTypes,
    typePolicies: {
      Query: { fields: { feed: paginated(), search: paginated(['query']) } },
      User: { fields: { posts: paginated() } },
    },
  })
}
