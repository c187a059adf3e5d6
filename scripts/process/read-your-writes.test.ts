import { expect, test } from 'vitest'
import { send, signIn, signUp, startTwo } from './two-workers.ts'

const TIMEOUT_MS = 60_000

test('members read their own writes through every worker', {
  timeout: TIMEOUT_MS,
}, async () => {
  const product = await startTwo({ RATE_LIMIT: 'off' })
  const cookie = await signUp(product)
  const graphql = async (query: string) =>
    JSON.parse((await send(product, '/graphql', { query }, cookie)).text).data
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
        JSON.parse((await send(product, '/api/posts?limit=3', undefined, cookie)).text)[0],
    ],
  ] as const
  const stale: string[] = []
  for (let times = 0; times < 200; times++) {
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

test('an ended session is invalid at once on every worker', {
  timeout: TIMEOUT_MS,
}, async () => {
  const product = await startTwo({ RATE_LIMIT: 'off' })
  const first = await signUp(product)
  const graphql = async (query: string, cookie: string) =>
    JSON.parse((await send(product, '/graphql', { query }, cookie)).text).data
  const { id } = (
    await graphql('mutation { createPost(input: { content: "Just now" }) { post { id } } }', first)
  ).createPost.post
  await graphql(`mutation { likePost(input: { postId: "${id}" }) { post { id } } }`, first)
  let [validAfterSignOut, invalidAfterSignIn] = [0, 0]
  for (let times = 0; times < 40; times++) {
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
