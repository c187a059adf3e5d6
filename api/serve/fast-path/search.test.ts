import { expect, test } from 'vitest'
import { searchText } from '#api/lib/search-text.ts'
import { createLimits } from '#api/limits/rate-limits.ts'
import { testDatabase } from '#api/test/database/database.ts'
import { statementLog } from '#api/test/database/statements.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { testServer } from '#api/test/servers/server.ts'

const { database, statements } = statementLog((await testDatabase()).url)
const server = await testServer({ database })
const { services } = server
const { aPost, aLike, fillTheNewest } = seeds(services)
const [ann, bob, anonymous] = [server.browser(), server.browser(), server.browser()]
const { id } = await ann.signUp()
await bob.signUp()
const author = { id: uuidOf(id) }

const SEARCH =
  'query ($query: String!) { search(query: $query, first: 5) { edges { cursor node { id content isLiked } } } }'
/** The value has no meaning, but any such header makes a request ineligible for the fast path. */
const SLOW_PATH = { 'X-Demo-User': '0' }

async function search(caller: TestBrowser, query: string, headers: Record<string, string> = {}) {
  const text = await (
    await caller.fetch('/graphql', { json: { query: SEARCH, variables: { query } }, headers })
  ).text()
  const { data, errors } = JSON.parse(text) as {
    data: { search: { edges: { node: { content: string; isLiked: boolean } }[] } } | null
    errors?: { message: string }[]
  }
  return { text, errors, nodes: data?.search.edges.map(({ node }) => node) ?? [] }
}

test('a substring in the newest posts: same result on both paths, until an older post matches', async () => {
  const old = await aPost({ by: author, content: 'The oldest of all' })
  await fillTheNewest({ by: author })
  const moons = []
  for (let number = 0; number < 6; number++)
    moons.push(await aPost({ by: author, content: `honeymoons ${number}` }))
  await aLike({ by: author, of: moons[4] ?? { id: '' } })
  const expectSame = async (caller: TestBrowser, contents: string[]) => {
    const expected = await search(caller, 'eymoo', SLOW_PATH)
    expect(expected.nodes).toEqual(
      contents.map((content) =>
        expect.objectContaining({ content, isLiked: caller === ann && content === 'honeymoons 4' }),
      ),
    )
    for (let time = 0; time < 4; time++)
      expect((await search(caller, 'eymoo')).text).toBe(expected.text)
  }
  const newest = [5, 4, 3, 2, 1].map((number) => `honeymoons ${number}`)
  for (const caller of [ann, bob, anonymous]) await expectSame(caller, newest)

  const limited = await testServer({ database, limits: createLimits() })
  const responses = await Promise.all(
    Array.from({ length: 63 }, () => search(limited.browser(), 'eymoo')),
  )
  expect(
    responses.filter(({ errors }) => errors?.[0]?.message.startsWith('That was a lot at once')),
  ).toHaveLength(3)

  await database.post.update({ where: { id: old.id }, data: { content: 'Eymoo, it says' } })
  await database.postSearch.update({
    where: { postId: old.id },
    data: searchText('Eymoo, it says'),
  })
  await expect
    .poll(async () => (await search(bob, 'eymoo')).nodes[0]?.content)
    .toBe('Eymoo, it says')
  for (const caller of [ann, bob, anonymous])
    await expectSame(caller, ['Eymoo, it says', ...newest.slice(0, 4)])
})

test('a word of old posts takes one statement besides the session lookup, with all likes', async () => {
  const older = await aPost({ by: author, content: 'A marmalade cat' })
  await aPost({ by: author, content: 'Marmalade again' })
  await fillTheNewest({ by: author })
  await aLike({ by: author, of: older })
  for (const caller of [ann, bob, anonymous]) {
    const expected = await search(caller, 'marmalade', SLOW_PATH)
    expect(expected.nodes).toMatchObject([
      { content: 'Marmalade again', isLiked: false },
      { content: 'A marmalade cat', isLiked: caller === ann },
    ])
    for (let time = 0; time < 3; time++)
      expect((await search(caller, 'marmalade')).text).toBe(expected.text)
  }
  const carl = server.browser()
  const { id } = await carl.signUp()
  await aLike({ by: { id: uuidOf(id) }, of: older })
  const sent = await statements.of(async () =>
    expect((await search(carl, 'marmalade')).nodes[1]?.isLiked).toBe(true),
  )
  expect(sent).toEqual([
    expect.stringContaining('"Session"'),
    expect.stringContaining('search_listed_posts'),
  ])

  const stale = server.browser()
  for (const [name, value] of carl.cookies) stale.cookies.set(name, value)
  await database.user.update({
    where: { id: uuidOf(id) },
    data: { disabledAt: new Date() },
  })
  expect((await search(stale, 'marmalade')).nodes.map(({ isLiked }) => isLiked)).toEqual([
    false,
    false,
  ])
})

test('a search with an unknown member is refused without a statement, also when it is compiled', async () => {
  for (let time = 0; time < 2; time++) await search(anonymous, 'marmalade')
  const json = { query: SEARCH, variables: { query: 'marmalade' } }
  const sent = await statements.of(async () => {
    const response = await anonymous.fetch('/graphql', { json: { ...json, id: 'x' } })
    expect(response.status).toBe(400)
  })
  expect(sent).toEqual([])
})
