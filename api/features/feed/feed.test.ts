import { expect, test } from 'vitest'
import { testApi } from '../../test/execute.ts'

const { as, aUser, aPost } = await testApi()

const feed = /* GraphQL */ `
  query Feed($first: Int, $after: String, $last: Int, $before: String) {
    feed(first: $first, after: $after, last: $last, before: $before) {
      edges { cursor node { id content createdAt likesCount sharesCount isLiked mediaType imageUrl image { url width } author { id displayName username avatar } } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }`

test('what one posts and another likes is in the feed, newest first', async () => {
  const [ada, ben] = [await aUser({ displayName: 'Ada' }), await aUser()]
  await aPost({ by: ben, content: 'Good morning' })
  const { createPost } = await as(ada).data(
    /* GraphQL */ `mutation { createPost(input: { content: "  Sunny day  " }) { post { id content author { displayName } } userErrors { message } } }`,
  )
  expect(createPost).toEqual({
    post: { id: expect.stringMatching(/^post_/), content: 'Sunny day', author: { displayName: 'Ada' } },
    userErrors: [],
  })
  const { likePost } = await as(ben).data(
    /* GraphQL */ `mutation ($id: ID!) { likePost(input: { postId: $id }) { post { likesCount isLiked } userErrors { message } } }`,
    { id: createPost.post.id },
  )
  expect(likePost).toEqual({ post: { likesCount: 1, isLiked: true }, userErrors: [] })
  const { feed: page } = await as(ben).data(feed)
  expect(
    page.edges.map((edge: { node: { content: string; isLiked: boolean; likesCount: number } }) => [
      edge.node.content,
      edge.node.isLiked,
      edge.node.likesCount,
    ]),
  ).toEqual([
    ['Sunny day', true, 1],
    ['Good morning', false, 0],
  ])
})
