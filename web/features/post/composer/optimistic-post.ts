import type { ApolloCache, Reference } from '@apollo/client'
import { newPost } from '../new-post.generated.ts'
import { pendingId } from '../pending.ts'
import { type Draft, inputOf } from './draft.ts'
import type { OptimisticPost_AuthorFragment } from './OptimisticPost.generated.ts'

/** The post that the server will return, except for its id, and for flags that it alone knows. */
export function optimisticPost(
  draft: Draft,
  clientKey: string,
  author: OptimisticPost_AuthorFragment,
) {
  const { imageUrl = null, imageAlt = null, videoUrl = null } = inputOf(draft)
  const upload = draft.upload ?? { width: null, height: null, placeholder: null }
  return {
    __typename: 'Post' as const,
    id: pendingId(clientKey),
    content: draft.content.trim(),
    createdAt: new Date().toISOString(),
    ...newPost,
    viewerCanDelete: true,
    author,
    mediaType: imageUrl ? ('IMAGE' as const) : videoUrl ? ('VIDEO' as const) : ('TEXT' as const),
    imageUrl,
    videoUrl,
    image: imageUrl
      ? { __typename: 'Image' as const, url: imageUrl, smallUrl: null, alt: imageAlt, ...upload }
      : null,
  }
}

/** The key of a feed that has new posts at its top. */
const SHOWS_NEW_POSTS = /^feed(:\{("scope":"(EVERYONE|FOLLOWING)")?\})?$/

/** A connection of posts in the cache. */
export interface StoredConnection {
  edges: { __typename: string; node: Reference }[]
}

/**
 * Prepends a new post to both tabs of the feed and to its author's posts, where these are in the
 * cache.
 */
export function addToLists(cache: ApolloCache, postId: string, authorId: string) {
  const added = { __ref: `Post:${postId}` }
  const prepend = (stored: unknown) => {
    const connection = stored as StoredConnection
    const others = connection.edges.filter(({ node }) => node.__ref !== added.__ref)
    return {
      ...connection,
      edges: [{ __typename: 'PostEdge', node: added, share: null }, ...others],
    }
  }
  cache.modify({
    fields: {
      feed: (stored, { storeFieldName }) =>
        SHOWS_NEW_POSTS.test(storeFieldName) ? prepend(stored) : stored,
    },
  })
  cache.modify({ id: `User:${authorId}`, fields: { posts: prepend } })
}
