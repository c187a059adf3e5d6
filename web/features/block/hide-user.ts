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
  cache.modify<{ feed: List; search: List }>({
    id: 'ROOT_QUERY',
    fields: { feed: withoutUser as never, search: withoutUser as never },
  })
  for (const id of Object.keys(cache.extract() as NormalizedCacheObject))
    if (id.startsWith('Post:'))
      cache.modify<{ replies: List }>({ id, fields: { replies: withoutUser as never } })
  const viewer = viewerIn(cache)
  if (viewer) removeFromNotifications(cache, viewer, userId)
}

/** A block ends follows: the viewer's numbers are read again when they are shown next. */
export function forgetFollowCounts(cache: ApolloCache): void {
  const viewer = viewerIn(cache)
  if (!viewer) return
  cache.modify<{ followersCount: number; followingCount: number }>({
    id: viewer.__ref,
    fields: {
      followersCount: (_count, { DELETE }) => DELETE,
      followingCount: (_count, { DELETE }) => DELETE,
    },
  })
}

function viewerIn(cache: ApolloCache): Reference | null {
  let viewer: Reference | null = null
  cache.modify<{ viewer: Reference | null }>({
    id: 'ROOT_QUERY',
    fields: {
      viewer(reference) {
        viewer = reference as Reference | null
        return reference as never
      },
    },
  })
  return viewer
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
