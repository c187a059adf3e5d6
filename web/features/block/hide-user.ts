import type { ApolloCache, NormalizedCacheObject, Reference } from '@apollo/client'

interface Edge {
  node: Reference
  share?: Reference | null
}

interface List {
  edges: readonly Edge[]
}

interface Modifier {
  readField: (name: string, from?: Reference) => unknown
}

/** Removes a user's posts, replies, shares and notifications from the lists that leave them out. */
export function removeFromLists(cache: ApolloCache, userId: string): void {
  const withoutUser = (list: List, { readField }: Modifier) => {
    const isOf = (field: 'author' | 'actor', object: Reference | null | undefined) => {
      const person = object && (readField(field, object) as Reference | undefined)
      return person ? readField('id', person) === userId : false
    }
    const edges = list.edges.filter(
      ({ node, share }) => !isOf('author', node) && !isOf('actor', share),
    )
    return { ...list, edges }
  }
  let viewer: Reference | undefined
  cache.modify<{ feed: List; search: List; viewer: Reference }>({
    id: 'ROOT_QUERY',
    fields: {
      feed: withoutUser as never,
      search: withoutUser as never,
      viewer(reference) {
        viewer = reference as Reference
        return reference
      },
    },
  })
  for (const id of Object.keys(cache.extract() as NormalizedCacheObject))
    if (id.startsWith('Post:'))
      cache.modify<{ replies: List }>({ id, fields: { replies: withoutUser as never } })
  if (viewer) removeFromNotifications(cache, viewer, userId)
}

/** Leaves out what only this user did. */
function removeFromNotifications(cache: ApolloCache, { __ref: id }: Reference, userId: string) {
  cache.modify<{ notifications: List }>({
    id,
    fields: {
      notifications: ((list: List, { readField }: Modifier) => {
        const read = (name: string, from: unknown) =>
          from ? (readField(name, from as Reference) as Reference | undefined) : undefined
        const peopleOf = (node: Reference) => [
          ...((readField('actors', node) as Reference[] | undefined) ?? []),
          read('author', read('reply', node)),
          read('sender', read('thanks', node)),
        ]
        const isOfUserOnly = (node: Reference) => {
          const ids = peopleOf(node).flatMap((person) => (person ? readField('id', person) : []))
          return ids.length > 0 && ids.every((each) => each === userId)
        }
        return { ...list, edges: list.edges.filter(({ node }) => !isOfUserOnly(node)) }
      }) as never,
    },
  })
}
