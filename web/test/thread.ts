import type { Unmasked } from '@apollo/client/masking'
import { HttpResponse } from 'msw'
import type { ThreadReply_PostFragment } from '../features/reply/ThreadReplies.generated.ts'
import type { PostQuery, PostQueryVariables } from '../pages/post/Post.generated.ts'
import { api } from './api.ts'
import { bo, connection, postData } from './data.ts'
import { network } from './network.ts'

type ReplyData = Unmasked<ThreadReply_PostFragment>
type PageData = Extract<Unmasked<PostQuery>['node'], { __typename: 'Post' }>

/** Ids in the form that the path of a post has. */
export const ROOT_ID = `post_${'0'.repeat(25)}1`
export const replyId = (number: number) => `post_${'1'.repeat(25)}${number}`

const root = { __typename: 'Post' as const, id: ROOT_ID }

/** A reply to the post of the thread. */
export const replyData = (number: number, fields: Partial<ReplyData> = {}): ReplyData => ({
  ...postData({ id: replyId(number), content: `Reply ${number}` }),
  threadRoot: root,
  inReplyTo: { ...root, author: bo },
  ...fields,
})

type ThreadData = NonNullable<PageData['threadRoot']>

/** The page of a post with its thread. */
export function threadData(replies: ReplyData[], fields: Partial<ThreadData> = {}): PageData {
  const post = postData({
    id: ROOT_ID,
    content: 'The first crocus is out.',
    repliesCount: replies.length,
  })
  const threadRoot = { ...post, replies: connection('Post', replies), ...fields }
  return { ...threadRoot, isReply: false, inReplyTo: null, threadRoot }
}

/** The page of a reply to the post of `threadData`. */
export const replyPageData = (reply: ReplyData, thread: PageData | null): PageData => ({
  ...reply,
  isReply: true,
  threadRoot: thread?.threadRoot ?? null,
})

/** Mocks the query of the post page. */
export function mockPost(resolve: (variables: PostQueryVariables) => PageData | null) {
  network.use(
    api.query('Post', ({ variables }) => HttpResponse.json({ data: { node: resolve(variables) } })),
  )
}
