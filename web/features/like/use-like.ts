import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { messages } from '#rules/messages.ts'
import { afterNextPaint } from '../../lib/after-next-paint.ts'
import { showToast } from '../../ui/toast.ts'
import {
  type LikeButton_PostFragment,
  LikePostDocument,
  UnlikePostDocument,
} from './LikeButton.generated.ts'

interface Like {
  /** The post with optimistic changes applied. */
  shown: LikeButton_PostFragment
  toggle(): void
}

export function useLike(post: LikeButton_PostFragment): Like {
  const client = useApolloClient()
  /** Changes that are not in the cache yet. */
  const [optimistic, setOptimistic] = useState<LikeButton_PostFragment | null>(null)
  const shown = optimistic ?? post

  async function send(changed: LikeButton_PostFragment) {
    const { id, isLiked } = changed
    const options = { variables: { input: { postId: id } }, context: { serializationKey: id } }
    try {
      const { data } = isLiked
        ? await client.mutate({
            ...options,
            mutation: LikePostDocument,
            optimisticResponse: {
              likePost: { __typename: 'LikePostPayload', post: changed, userErrors: [] },
            },
          })
        : await client.mutate({
            ...options,
            mutation: UnlikePostDocument,
            optimisticResponse: {
              unlikePost: { __typename: 'UnlikePostPayload', post: changed, userErrors: [] },
            },
          })
      const userError = (data && ('likePost' in data ? data.likePost : data.unlikePost))
        ?.userErrors[0]
      if (userError)
        showToast({
          kind: 'error',
          title: messages.somethingWentWrong,
          description: userError.message,
        })
      else showToast({ kind: 'success', title: isLiked ? messages.liked : messages.unliked })
    } catch {
      showToast({ kind: 'error', title: messages.somethingWentWrong })
    }
  }

  async function toggle() {
    const isLiked = !shown.isLiked
    const changed = { ...shown, isLiked, likesCount: shown.likesCount + (isLiked ? 1 : -1) }
    setOptimistic(changed)
    // Paint the heart first: a cache write checks every list with the post.
    await afterNextPaint()
    void send(changed)
    setOptimistic((current) => (current === changed ? null : current))
  }

  return { shown, toggle }
}
