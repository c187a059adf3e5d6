import { expect, test } from 'vitest'
import { ask, signIn, signUp, startTwo } from './two-workers.ts'

const PATIENCE = 60_000

test('whoever changed something sees it at once, whichever worker they look through', {
  timeout: PATIENCE,
}, async () => {
  const product = await startTwo({ RATE_LIMIT: 'off' })
  const cookie = await signUp(product)
  const graphql = async (query: string) =>
    JSON.parse((await ask(product, '/graphql', { query }, cookie)).text).data
  const fields = '{ nodes { id likesCount isLiked } }'
  const looks = [
    ['feed', async () => (await graphql(`{ feed(first: 3) ${fields} }`)).feed.nodes[0]],
    [
      'search',
      async () => (await graphql(`{ search(query: "just", first: 3) ${fields} }`)).search.nodes[0],
    ],
    [
      'REST',
      async () => JSON.parse((await ask(product, '/api/posts?limit=3', undefined, cookie)).text)[0],
    ],
  ] as const
  const missed: string[] = []
  for (let times = 0; times < 200; times++) {
    const [name, look] = looks[times % looks.length] as (typeof looks)[number]
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
      // Two at a time go to one worker each.
      for (const newest of await Promise.all([look(), look()])) {
        if (newest.id !== id || newest.likesCount !== likesCount || newest.isLiked !== isLiked)
          missed.push(`${change} by ${name}`)
      }
    }
  }
  expect(missed).toEqual([])
})

test('a session that was ended is nobody’s at once, whichever worker is asked', {
  timeout: PATIENCE,
}, async () => {
  const product = await startTwo({ RATE_LIMIT: 'off' })
  const first = await signUp(product)
  const graphql = async (query: string, cookie: string) =>
    JSON.parse((await ask(product, '/graphql', { query }, cookie)).text).data
  const { id } = (
    await graphql('mutation { createPost(input: { content: "Just now" }) { post { id } } }', first)
  ).createPost.post
  await graphql(`mutation { likePost(input: { postId: "${id}" }) { post { id } } }`, first)
  let [stillTheirs, notYetTheirs] = [0, 0]
  for (let times = 0; times < 40; times++) {
    const cookie = await signIn(product)
    const look = async () =>
      (await graphql('{ feed(first: 1) { nodes { isLiked } } }', cookie)).feed.nodes[0].isLiked
    const looks = () => Promise.all([look(), look()])
    // Both know them after that.
    for (const isLiked of [...(await looks()), ...(await looks())]) if (!isLiked) notYetTheirs++
    expect((await ask(product, '/api/logout', {}, cookie)).status).toBe(204)
    for (const isLiked of await looks()) if (isLiked) stillTheirs++
  }
  expect({ stillTheirs, notYetTheirs }).toEqual({ stillTheirs: 0, notYetTheirs: 0 })
})
