import { expect } from 'vitest'
import type { TestApi } from '../servers/test-api.ts'

const CREATE = /* GraphQL */ `
  mutation ($input: CreatePostInput!) {
    createPost(input: $input) {
      post { id content isReply repliesCount inReplyTo { id } threadRoot { id } author { id } }
      userErrors { code reason field }
    }
  }`
const THREAD = /* GraphQL */ `
  query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    node(id: $id) {
      ... on Post {
        repliesCount
        repliesClosed
        replies(first: $first, after: $after, last: $last, before: $before) {
          nodes { id content inReplyTo { id } }
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        }
      }
    }
  }`
const DELETE = /* GraphQL */ `
  mutation ($postId: ID!) { deletePost(input: { postId: $postId }) { userErrors { code } } }`

export interface ReplyTarget {
  publicId: string
}

/** Calls about threads: by default one user answers the posts of another. */
export function replyCalls(
  { as, anonymous }: TestApi,
  { by: answering, to: author }: { by: { id: string }; to: { id: string } },
) {
  const answer = async (to: ReplyTarget, content: string, by = as(answering), more: object = {}) =>
    (await by.data(CREATE, { input: { content, inReplyToId: to.publicId, ...more } })).createPost
  return {
    answer,
    /** Answers, which has to succeed. */
    async reply(to: ReplyTarget, content: string, by?: ReturnType<typeof as>) {
      const { post, userErrors } = await answer(to, content, by)
      expect(userErrors).toEqual([])
      return { ...post, publicId: post.id }
    },
    thread: async ({ publicId }: ReplyTarget, variables: object = {}, caller = anonymous) =>
      (await caller.data(THREAD, { id: publicId, ...variables })).node,
    contents: (page: { nodes: { content: string }[] }) => page.nodes.map(({ content }) => content),
    remove: ({ publicId }: ReplyTarget, by = as(author)) => by.data(DELETE, { postId: publicId }),
  }
}
