import type { ApolloCache } from '@apollo/client'
import { t } from '../../lib/i18n.ts'
import { replyFormMessages } from '../../messages/reply.ts'
import { inputOf } from '../post/composer/draft.ts'
import { useOptimisticPost_AuthorFragment } from '../post/composer/OptimisticPost.generated.ts'
import { optimisticPost, type StoredConnection } from '../post/composer/optimistic-post.ts'
import {
  failedSubmission,
  type Submission,
  useSubmission,
} from '../post/composer/use-submission.ts'
import type { Viewer } from '../user/viewer.ts'
import { useCreateReplyMutation } from './CreateReply.generated.ts'
import type { Answered } from './ThreadReplies.tsx'

export interface Thread extends Answered {
  repliesCount: number
}

/** Answers the post of a thread, or a reply of it. Optimistic, rolled back on failure. */
export function useReply(viewer: Viewer, thread: Thread, answered: Answered): Submission {
  const createReply = useCreateReplyMutation()
  const replier = useOptimisticPost_AuthorFragment(viewer)
  const { id, author } = answered
  return useSubmission(
    (draft) => ({ ...inputOf(draft), inReplyToId: id }),
    (input, draft) =>
      createReply(input, {
        optimistic: {
          post: {
            ...optimisticPost(draft, input.clientKey, replier),
            inReplyTo: { __typename: 'Post', id, author: { ...author, __typename: 'User' } },
            threadRoot: {
              __typename: 'Post',
              id: thread.id,
              repliesCount: thread.repliesCount + 1,
            },
          },
        },
        update: (cache, { post }) => post && addToLists(cache, post.id, thread.id, replier.id),
        successToast: { title: t(replyFormMessages.sent) },
        failureToast: failedSubmission(t(replyFormMessages.failed)),
      }),
  )
}

/** Appends a reply to its thread. The author's list of replies loads again when it is shown. */
function addToLists(cache: ApolloCache, postId: string, rootId: string, authorId: string) {
  const node = { __ref: `Post:${postId}` }
  cache.modify({
    id: `Post:${rootId}`,
    fields: {
      replies: (stored) => {
        const { edges, ...connection } = stored as StoredConnection
        const others = edges.filter((edge) => edge.node.__ref !== node.__ref)
        return { ...connection, edges: [...others, { __typename: 'PostEdge', node }] }
      },
    },
  })
  cache.evict({ id: `User:${authorId}`, fieldName: 'replies' })
}
