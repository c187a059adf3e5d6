import { expect, test } from 'vitest'
import { emptyDatabase } from '#api/test/database/database.ts'
import { send, signIn, signUp, startTwo } from './two-workers.ts'

const product = await startTwo({ RATE_LIMIT: 'off', DATABASE_URL: await emptyDatabase() })
const member = await signUp(product)

const graphql = async (query: string, cookie = member) =>
  JSON.parse((await send(product, '/graphql', { query }, cookie)).body).data

test('members read their own writes through every worker', async () => {
  const fields = '{ nodes { id likesCount isLiked } }'
  const reads = [
    ['feed', async () => (await graphql(`{ feed(first: 3) ${fields} }`)).feed.nodes[0]],
    [
      'search',
      async () => (await graphql(`{ search(query: "just", first: 3) ${fields} }`)).search.nodes[0],
    ],
    [
      'REST',
      async () =>
        JSON.parse((await send(product, '/api/posts?limit=3', undefined, member)).body)[0],
    ],
  ] as const
  const stale: string[] = []
  for (let times = 0; times < 30; times++) {
    const [name, read] = reads[times % reads.length] as (typeof reads)[number]
    const { id } = (
      await graphql(
        `mutation { createPost(input: { content: "Just now ${times}" }) { post { id } } }`,
      )
    ).createPost.post
    for (const [change, likesCount, isLiked] of [
      ['createPost', 0, false],
      ['likePost', 1, true],
      ['unlikePost', 0, false],
    ] as const) {
      if (change !== 'createPost')
        await graphql(`mutation { ${change}(input: { postId: "${id}" }) { post { id } } }`)
      // Of two parallel requests, each goes to another worker.
      for (const newest of await Promise.all([read(), read()])) {
        if (newest.id !== id || newest.likesCount !== likesCount || newest.isLiked !== isLiked)
          stale.push(`${change} by ${name}`)
      }
    }
  }
  expect(stale).toEqual([])
})

test('an ended session is invalid at once on every worker', async () => {
  const { id } = (
    await graphql('mutation { createPost(input: { content: "Just now" }) { post { id } } }')
  ).createPost.post
  await graphql(`mutation { likePost(input: { postId: "${id}" }) { post { id } } }`)
  let [validAfterSignOut, invalidAfterSignIn] = [0, 0]
  for (let times = 0; times < 8; times++) {
    const cookie = await signIn(product)
    const read = async () =>
      (await graphql('{ feed(first: 1) { nodes { isLiked } } }', cookie)).feed.nodes[0].isLiked
    const readTwice = () => Promise.all([read(), read()])
    // Both workers have read the session after this.
    for (const isLiked of [...(await readTwice()), ...(await readTwice())])
      if (!isLiked) invalidAfterSignIn++
    expect((await send(product, '/api/logout', {}, cookie)).status).toBe(204)
    for (const isLiked of await readTwice()) if (isLiked) validAfterSignOut++
  }
  expect({ validAfterSignOut, invalidAfterSignIn }).toEqual({
    validAfterSignOut: 0,
    invalidAfterSignIn: 0,
  })
})

test('a follower reads new posts and shares through every worker, and no deleted ones', async () => {
  const product = await startTwo({ RATE_LIMIT: 'off' })
  const [author, follower] = [await signUp(product), await signUp(product, 'ben')]
  const graphql = async (query: string, cookie: string) =>
    JSON.parse((await send(product, '/graphql', { query }, cookie)).body).data
  const { user } = await graphql('{ user(username: "ada") { id } }', follower)
  await graphql(
    `mutation { followUser(input: { userId: "${user.id}" }) { user { id } } }`,
    follower,
  )
  const newest = async () =>
    (await graphql('{ feed(scope: FOLLOWING, first: 1) { nodes { id } } }', follower)).feed.nodes[0]
      ?.id
  const stale: string[] = []
  const expectNewest = async (change: string, id: string | undefined) => {
    for (const found of await Promise.all([newest(), newest()]))
      if (found !== id) stale.push(change)
  }
  const { id: first } = (
    await graphql('mutation { createPost(input: { content: "First" }) { post { id } } }', author)
  ).createPost.post
  for (let times = 0; times < 20; times++) {
    const { id } = (
      await graphql('mutation { createPost(input: { content: "Hi" }) { post { id } } }', author)
    ).createPost.post
    await expectNewest('createPost', id)
    await graphql(`mutation { sharePost(input: { postId: "${first}" }) { post { id } } }`, author)
    await expectNewest('sharePost', first)
    await graphql(`mutation { unsharePost(input: { postId: "${first}" }) { post { id } } }`, author)
    await expectNewest('unsharePost', id)
    await graphql(`mutation { deletePost(input: { postId: "${id}" }) { deletedPostId } }`, author)
    await expectNewest('deletePost', first)
  }
  expect(stale).toEqual([])
})
