import { useToggle } from '../../apollo/hooks.ts'
import { failureToast } from '../../lib/failure-toast.ts'
import { t } from '../../lib/i18n.ts'
import { likeMessages } from '../../messages/like.ts'
import {
  type LikeButton_PostFragment,
  useLikePostMutation,
  useUnlikePostMutation,
} from './LikeButton.generated.ts'

function toggled(post: LikeButton_PostFragment): LikeButton_PostFragment {
  const isLiked = !post.isLiked
  return { ...post, isLiked, likesCount: post.likesCount + (isLiked ? 1 : -1) }
}

/** Likes a post or takes the like back: optimistic, rolled back when it fails. */
export function useLike(post: LikeButton_PostFragment) {
  const likePost = useLikePostMutation()
  const unlikePost = useUnlikePostMutation()
  return useToggle(post, toggled, (changed) => {
    const { id: postId, isLiked } = changed
    const mutate = isLiked ? likePost : unlikePost
    return mutate(
      { postId },
      {
        optimistic: { post: changed },
        toggle: 'like',
        successToast: { title: t(isLiked ? likeMessages.liked : likeMessages.unliked) },
        failureToast,
      },
    )
  })
}
