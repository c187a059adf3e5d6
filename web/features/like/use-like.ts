import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { messages } from '#rules/messages.ts'
import { painted } from '../../lib/after-next-paint.ts'
import { showToast } from '../../ui/toast.ts'
import {
  type LikeButton_PostFragment,
  LikePostDocument,
  UnlikePostDocument,
} from './LikeButton.generated.ts'

interface Like {
  /** The post as it is to be shown: what the server will say is shown at once, and taken back when it refuses. */
  shown: LikeButton_PostFragment
  /** Likes or unlikes it. */
  toggle(): void
}

export function useLike(post: LikeButton_PostFragment): Like {
  const client = useApolloClient()
  /** What is not in the cache yet. */
  const [ahead, setAhead] = useState<LikeButton_PostFragment | null>(null)
  const shown = ahead ?? post

  async function send(changed: LikeButton_PostFragment) {
    const { id, isLiked } = changed
    const options = { variables: { input: { postId: id } }, context: { inTurn: id } }
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
      const refusal = (data && ('likePost' in data ? data.likePost : data.unlikePost))
        ?.userErrors[0]
      if (refusal)
        showToast({ kind: 'bad', title: messages.somethingWentWrong, description: refusal.message })
      else showToast({ kind: 'good', title: isLiked ? messages.liked : messages.unliked })
    } catch {
      showToast({ kind: 'bad', title: messages.somethingWentWrong })
    }
  }

  async function toggle() {
    const isLiked = !shown.isLiked
    const changed = { ...shown, isLiked, likesCount: shown.likesCount + (isLiked ? 1 : -1) }
    setAhead(changed)
    // The heart answers first; then the change is in the cache, which looks through every list that has the post.
    await painted()
    void send(changed)
    setAhead((now) => (now === changed ? null : now))
  }

  return { shown, toggle }
}
