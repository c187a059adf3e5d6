import { messages } from '#rules/messages.ts'
import { showToast } from '../../ui/toast.ts'
import { type LikeButton_PostFragment, useLikePostMutation, useUnlikePostMutation } from './LikeButton.generated.ts'

/** What likes or unlikes a post: at once on the screen, taken back when the server refuses. */
export function useLike(post: LikeButton_PostFragment): () => Promise<void> {
  const [like] = useLikePostMutation()
  const [unlike] = useUnlikePostMutation()

  return async () => {
    const { id } = post
    const isLiked = !post.isLiked
    const changed = { __typename: 'Post' as const, id, isLiked, likesCount: post.likesCount + (isLiked ? 1 : -1) }
    const options = { variables: { input: { postId: id } }, context: { inTurn: id } }
    try {
      const { data } = isLiked
        ? await like({
            ...options,
            optimisticResponse: { likePost: { __typename: 'LikePostPayload', post: changed, userErrors: [] } },
          })
        : await unlike({
            ...options,
            optimisticResponse: { unlikePost: { __typename: 'UnlikePostPayload', post: changed, userErrors: [] } },
          })
      const refusal = (data && ('likePost' in data ? data.likePost : data.unlikePost))?.userErrors[0]
      if (refusal) showToast({ kind: 'bad', title: messages.likeFailed, description: refusal.message })
      else showToast({ kind: 'good', title: isLiked ? messages.liked : messages.unliked })
    } catch {
      showToast({ kind: 'bad', title: messages.likeFailed })
    }
  }
}
