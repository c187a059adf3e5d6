import { expect, test } from 'vitest'
import { testApi } from '#api/test/execute.ts'

const { as, aUser, aPost, statements } = await testApi()
const ada = as(await aUser())
const author = await aUser()

const CREATE =
  'mutation { createPost(input: { content: "counted" }) { post { id author { id } } userErrors { code } } }'
const DELETE =
  'mutation ($postId: ID!) { deletePost(input: { postId: $postId }) { deletedPostId post { content } userErrors { code } } }'

test('a post is made by one transaction and read once', async () => {
  const created = await statements.of(() => ada.data(CREATE))
  expect(created.filter((sql) => !/^(BEGIN|COMMIT)/.test(sql))).toHaveLength(3)
})

test('a post is deleted by three statements', async () => {
  const post = await aPost({ by: author })
  expect(
    await statements.of(() => as(author).data(DELETE, { postId: post.publicId })),
  ).toHaveLength(3)
})
