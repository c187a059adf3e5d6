import type { ApolloCache } from '@apollo/client'
import { t } from '../../../lib/i18n.ts'
import { composerMessages } from '../../../messages/composer.ts'
import type { Viewer } from '../../user/viewer.ts'
import { useCreatePostMutation } from './Composer.generated.ts'
import { inputOf } from './draft.ts'
import { useOptimisticPost_AuthorFragment } from './OptimisticPost.generated.ts'
import { failedSubmission, type Submission, useSubmission } from './use-submission.ts'

const loadOptimisticPost = () => import('./optimistic-post.ts')

/** Preloads the code that shares a post. */
export const preloadSharePost = () => void loadOptimisticPost().catch(() => {})

/** Removes the lists that a new post belongs to. Apollo loads those on the page again. */
function evictLists(cache: ApolloCache, authorId: string) {
  cache.evict({ fieldName: 'feed' })
  cache.evict({ id: `User:${authorId}`, fieldName: 'posts' })
}

/** Shares drafts as posts. */
export function useSharePost(viewer: Viewer): Submission {
  const createPost = useCreatePostMutation()
  const author = useOptimisticPost_AuthorFragment(viewer)
  return useSubmission(inputOf, async (input, draft) => {
    // Without this script, the post waits for the server, and the lists load again.
    const posts = await loadOptimisticPost().catch(() => null)
    return createPost(input, {
      ...(posts && { optimistic: { post: posts.optimisticPost(draft, input.clientKey, author) } }),
      update(cache, { post }) {
        if (!post) return
        if (posts) posts.addToLists(cache, post.id, author.id)
        else evictLists(cache, author.id)
      },
      successToast: { title: t(composerMessages.shared) },
      failureToast: failedSubmission(t(composerMessages.failed)),
    })
  })
}
