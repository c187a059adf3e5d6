import type { ApolloCache, ApolloClient, Reference } from '@apollo/client'
import { messages } from '#rules/messages.ts'
import { messageOf } from '../../../lib/http-error.ts'
import { showToast } from '../../../ui/toast.ts'
import type { Viewer } from '../../user/viewer.ts'
import { pendingId } from '../pending.ts'
import { CreatePostDocument } from './Composer.generated.ts'
import { problemWithContent, problemWithMedia } from './check-draft.ts'
import type { Draft } from './draft.ts'

interface ShareContext {
  client: ApolloClient
  viewer: Viewer
  /** Idempotency key: the same key again returns the same post. */
  clientKey: string
}

/**
 * Shares a draft, shown in lists at once and rolled back on failure. Errors are toasts.
 * @returns whether the post was shared
 */
export async function sharePost(
  draft: Draft,
  { client, viewer, clientKey }: ShareContext,
): Promise<boolean> {
  const problem = problemWithContent(draft.content) ?? problemWithMedia(draft)
  if (problem) {
    showToast({ kind: 'error', title: problem })
    return false
  }
  try {
    const { data } = await client.mutate({
      mutation: CreatePostDocument,
      variables: { input: { ...inputOf(draft), clientKey } },
      optimisticResponse: {
        createPost: {
          __typename: 'CreatePostPayload',
          post: optimisticPost(draft, clientKey, viewer),
          userErrors: [],
        },
      },
      update: (cache, { data: result }) => {
        const id = result?.createPost.post?.id
        if (id) addToLists(cache, id, viewer.id)
      },
    })
    const userError = data?.createPost.userErrors[0]
    if (userError) throw new Error(userError.message)
    showToast({ kind: 'success', title: messages.postShared })
    return true
  } catch (error) {
    showToast({ kind: 'error', title: messageOf(error, messages.postFailed) })
    return false
  }
}

function inputOf({ content, media, imageUrl, imageAlt, videoUrl }: Draft) {
  return {
    content,
    ...(media === 'image' && imageUrl && { imageUrl, imageAlt: imageAlt || null }),
    ...(media === 'video' && videoUrl && { videoUrl }),
  }
}

/** The post that the server will return, except for its id. */
function optimisticPost(draft: Draft, clientKey: string, author: Viewer) {
  const { imageUrl = null, imageAlt = null, videoUrl = null } = inputOf(draft)
  const upload = draft.upload ?? { width: null, height: null, placeholder: null }
  return {
    __typename: 'Post' as const,
    id: pendingId(clientKey),
    content: draft.content.trim(),
    createdAt: new Date().toISOString(),
    sharesCount: 0,
    likesCount: 0,
    isLiked: false,
    author,
    mediaType: imageUrl ? ('IMAGE' as const) : videoUrl ? ('VIDEO' as const) : ('TEXT' as const),
    imageUrl,
    videoUrl,
    image: imageUrl
      ? { __typename: 'Image' as const, url: imageUrl, smallUrl: null, alt: imageAlt, ...upload }
      : null,
  }
}

interface StoredConnection {
  edges: { __typename: string; node: Reference }[]
}

/** Prepends a new post to the feed and to its author's posts, where these are in the cache. */
function addToLists(cache: ApolloCache, postId: string, authorId: string) {
  const added = { __ref: `Post:${postId}` }
  const prepend = (stored: unknown) => {
    const connection = stored as StoredConnection
    const others = connection.edges.filter(({ node }) => node.__ref !== added.__ref)
    return { ...connection, edges: [{ __typename: 'PostEdge', node: added }, ...others] }
  }
  cache.modify({ fields: { feed: prepend } })
  cache.modify({ id: `User:${authorId}`, fields: { posts: prepend } })
}
