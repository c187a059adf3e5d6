import { useOptimisticState } from '../../apollo/hooks.ts'
import { t } from '../../lib/i18n.ts'
import { likeMessages } from '../../messages/like.ts'
import { requestMessages } from '../../messages/request.ts'
import {
  type LikeButton_PostFragment,
  useLikePostMutation,
  useUnlikePostMutation,
} from './LikeButton.generated.ts'

interface Like {
  /** The post with optimistic changes applied. */
  shown: LikeButton_PostFragment
  toggle(): void
}

export function useLike(post: LikeButton_PostFragment): Like {
  const likePost = useLikePostMutation()
  const unlikePost = useUnlikePostMutation()
  const [shown, change] = useOptimisticState(post)

  const send = (changed: LikeButton_PostFragment) => {
    const { id: postId, isLiked } = changed
    const mutate = isLiked ? likePost : unlikePost
    return mutate(
      { postId },
      {
        optimistic: { post: changed },
        successToast: { title: t(isLiked ? likeMessages.liked : likeMessages.unliked) },
        failureToast: ({ explanation }) => ({
          title: t(requestMessages.failed),
          description: explanation,
        }),
      },
    )
  }
  const toggle = () => {
    const isLiked = !shown.isLiked
    change({ ...shown, isLiked, likesCount: shown.likesCount + (isLiked ? 1 : -1) }, send)
  }
  return { shown, toggle }
}
