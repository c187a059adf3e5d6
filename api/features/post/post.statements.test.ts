import { expect, test } from 'vitest'
import { testApi } from '#api/test/servers/test-api.ts'

const { as, aUser, aPost, statements } = await testApi()
const ada = as(await aUser())
const author = await aUser()

const CREATE = /* GraphQL */ `mutation {
  createPost(input: { content: "counted" }) { post { id author { id } } userErrors { code } }
}`
const DELETE = /* GraphQL */ `mutation ($postId: ID!) {
  deletePost(input: { postId: $postId }) { deletedPostId post { content } userErrors { code } }
}`

test('creating a post takes one transaction and one read', async () => {
  const created = await statements.of(() => ada.data(CREATE))
  expect(created.filter((sql) => !/^(BEGIN|COMMIT)/.test(sql))).toHaveLength(3)
})

test('deleting a post takes three statements', async () => {
  const post = await aPost({ by: author })
  expect(
    await statements.of(() => as(author).data(DELETE, { postId: post.publicId })),
  ).toHaveLength(3)
})
