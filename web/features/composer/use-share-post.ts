import type { ApolloCache, Reference } from '@apollo/client'
import { useRef, useState } from 'react'
import { messages } from '#rules/messages.ts'
import { messageOf } from '../../lib/http-error.ts'
import { randomKey } from '../../lib/random-key.ts'
import { showToast } from '../../ui/toast.ts'
import { pendingId } from '../post/pending.ts'
import type { Viewer } from '../viewer/viewer.ts'
import { useCreatePostMutation } from './Composer.generated.ts'
import { problemWithContent, problemWithMedia } from './check-draft.ts'
import type { Draft } from './draft.ts'

/**
 * Shares a draft: the post stands on top of the lists at once and leaves them again when the server refuses it.
 * `share` resolves to whether it was shared; what went wrong is told in a toast.
 */
export function useSharePost(viewer: Viewer): { share: (draft: Draft) => Promise<boolean>; isPending: boolean } {
  const [createPost] = useCreatePostMutation()
  const [isPending, setPending] = useState(false)
  const busy = useRef(false)
  // The same draft again (a second click, another try when the answer was lost) is the same post.
  const attempt = useRef({ draft: '', clientKey: '' })

  const share = async (draft: Draft) => {
    if (busy.current) return false
    const problem = problemWithContent(draft.content) ?? problemWithMedia(draft)
    if (problem) {
      showToast({ kind: 'bad', title: problem })
      return false
    }
    const serialized = JSON.stringify(draft)
    if (attempt.current.draft !== serialized) attempt.current = { draft: serialized, clientKey: randomKey() }
    const { clientKey } = attempt.current
    busy.current = true
    setPending(true)
    try {
      const { data } = await createPost({
        variables: { input: { ...inputOf(draft), clientKey } },
        optimisticResponse: {
          createPost: { __typename: 'CreatePostPayload', post: expectedPost(draft, clientKey, viewer), userErrors: [] },
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
    } finally {
      busy.current = false
      setPending(false)
    }
  }
  return { share, isPending }
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
    image: imageUrl ? { __typename: 'Image' as const, url: imageUrl, smallUrl: null, alt: imageAlt, ...upload } : null,
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
