import type { ApolloCache, ApolloClient, Reference } from '@apollo/client'
import { messages } from '#rules/messages.ts'
import { messageOf } from '../../../lib/http-error.ts'
import { showToast } from '../../../ui/toast.ts'
import { pendingId } from '../pending.ts'
import type { Viewer } from '../../user/viewer.ts'
import { CreatePostDocument } from './Composer.generated.ts'
import { problemWithContent, problemWithMedia } from './check-draft.ts'
import type { Draft } from './draft.ts'

interface Sharing {
  client: ApolloClient
  viewer: Viewer
  /** The same key again is the same post. */
  clientKey: string
}

/**
 * Shares a draft: the post stands on top of the lists at once and leaves them again when the server refuses it.
 * @returns whether it was shared; what went wrong is told in a toast
 */
export async function sharePost(
  draft: Draft,
  { client, viewer, clientKey }: Sharing,
): Promise<boolean> {
  const problem = problemWithContent(draft.content) ?? problemWithMedia(draft)
  if (problem) {
    showToast({ kind: 'bad', title: problem })
    return false
  }
  try {
    const { data } = await client.mutate({
      mutation: CreatePostDocument,
      variables: { input: { ...inputOf(draft), clientKey } },
      optimisticResponse: {
        createPost: {
          __typename: 'CreatePostPayload',
          post: expectedPost(draft, clientKey, viewer),
          userErrors: [],
        },
      },
      update: (cache, { data: answer }) => {
        const id = answer?.createPost.post?.id
        if (id) addToLists(cache, id, viewer.id)
      },
    })
    const refusal = data?.createPost.userErrors[0]
    if (refusal) throw new Error(refusal.message)
    showToast({ kind: 'good', title: messages.postShared })
    return true
  } catch (error) {
    showToast({ kind: 'bad', title: messageOf(error, messages.postFailed) })
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

/** The post as the server will answer it, but for its id. */
function expectedPost(draft: Draft, clientKey: string, author: Viewer) {
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

/** Puts a new post on top of the feed and of its author's posts, where these were loaded. */
function addToLists(cache: ApolloCache, postId: string, authorId: string) {
  const added = { __ref: `Post:${postId}` }
  const onTop = (stored: unknown) => {
    const connection = stored as StoredConnection
    const others = connection.edges.filter(({ node }) => node.__ref !== added.__ref)
    return { ...connection, edges: [{ __typename: 'PostEdge', node: added }, ...others] }
  }
  cache.modify({ fields: { feed: onTop } })
  cache.modify({ id: `User:${authorId}`, fields: { posts: onTop } })
}
