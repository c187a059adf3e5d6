import { expect, test } from 'vitest'
import { addLikes, limitDeletes } from '#api/test/database/failing-deletes.ts'
import { testApi } from '#api/test/servers/test-api.ts'

const api = await testApi()
const { as, anonymous, asDemoUser, aUser, aPost, aLike, theDemoUser, services, logLines } = api

const DELETE = /* GraphQL */ `
  mutation ($postId: ID!) {
    deletePost(input: { postId: $postId }) {
      deletedPostId post { content } userErrors { code message }
    }
  }
`

const ada = await aUser()

test('attack 22: only the author can delete a post, which deletes its likes', async () => {
  const ben = await aUser()
  const post = await aPost({ by: ada, content: 'short-lived' })
  await aLike({ by: ben, of: post })
  const remove = async (postId: string, caller = as(ada)) =>
    (await caller.data(DELETE, { postId })).deletePost
  expect(await remove(post.publicId, as(ben))).toMatchObject({
    post: null,
    userErrors: [{ code: 'FORBIDDEN' }],
  })
  for (const id of [post.publicId, 'nonsense'])
    expect(await remove(id, anonymous)).toMatchObject({ userErrors: [{ code: 'UNAUTHENTICATED' }] })
  expect(await remove(post.publicId)).toEqual({
    deletedPostId: post.publicId,
    post: { content: 'short-lived' },
    userErrors: [],
  })
  expect(await services.database.like.count({ where: { postId: post.id } })).toBe(0)
  const hidden = await aPost({ by: ada, hiddenAt: new Date() })
  for (const id of [
    post.publicId,
    hidden.publicId,
    ada.publicId,
    'demo-user',
    'post_',
    'nonsense',
    '',
  ]) {
    expect(await remove(id)).toEqual({
      deletedPostId: null,
      post: null,
      userErrors: [{ code: 'NOT_FOUND', message: 'That post no longer exists.' }],
    })
  }
})

test('authors learn which posts they may delete, in lists and by id', async () => {
  const [cleo, demo] = [await aUser(), await theDemoUser()]
  const [own, shared] = [await aPost({ by: cleo }), await aPost({ by: demo })]
  const MAY = /* GraphQL */ `
    query ($id: ID!) {
      feed(first: 2) { nodes { id viewerCanDelete } }
      node(id: $id) { ... on Post { viewerCanDelete } }
    }`
  const may = async (caller = anonymous) => {
    const { feed, node } = await caller.data(MAY, { id: own.publicId })
    return { feed: feed.nodes, node: node.viewerCanDelete }
  }
  const expected = (ofOwn: boolean, ofShared: boolean) => ({
    feed: [
      { id: shared.publicId, viewerCanDelete: ofShared },
      { id: own.publicId, viewerCanDelete: ofOwn },
    ],
    node: ofOwn,
  })
  expect(await may(as(cleo))).toEqual(expected(true, false))
  expect(await may(asDemoUser())).toEqual(expected(false, true))
  for (const caller of [as(ada), anonymous])
    expect(await may(caller)).toEqual(expected(false, false))
})

test('concurrent deletions delete a post once', async () => {
  const post = await aPost({ by: ada })
  const results = await Promise.all(
    [1, 2, 3, 4].map(() => as(ada).data(DELETE, { postId: post.publicId })),
  )
  expect(results.filter(({ deletePost }) => deletePost.userErrors.length === 0)).toHaveLength(1)
})

test('a popular post is deleted in batches of its likes', async () => {
  const { database } = services
  const post = await aPost({ by: ada })
  await addLikes(database, post.id, 5_001)
  await limitDeletes(database, 'Like', 5_000)
  const { deletePost } = await as(ada).data(DELETE, { postId: post.publicId })
  expect(deletePost).toMatchObject({ deletedPostId: post.publicId, userErrors: [] })
  expect(await database.post.count({ where: { id: post.id } })).toBe(0)
})

test('no test above logged a server error', () => {
  expect(logLines).toEqual([])
})
