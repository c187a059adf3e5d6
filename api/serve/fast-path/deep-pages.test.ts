import { expect, test } from 'vitest'
import { testDatabase } from '#api/test/database/database.ts'
import { statementLog } from '#api/test/database/statements.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { testServer } from '#api/test/servers/server.ts'

const { database, statements } = statementLog((await testDatabase()).url)
const server = await testServer({ database })
const { aLike, fillTheNewest, posts } = seeds(server.services)
const rowOf = ({ id }: { id: string }) => ({ id: uuidOf(id) })
const [ann, bob, anonymous] = [server.browser(), server.browser(), server.browser()]
const author = rowOf(await ann.signUp())
const bobsId = rowOf(await bob.signUp())

const old = await posts(12, { by: author })
const oldPost = (number: number) => old[number] ?? { id: '', content: '' }
const contents = (...numbers: number[]) => numbers.map((number) => oldPost(number).content)
await fillTheNewest({ by: author })
await aLike({ by: author, of: oldPost(9) })
await aLike({ by: bobsId, of: oldPost(7) })

const FEED = `query ($first: Int!, $after: String) {
  feed(first: $first, after: $after) { edges { cursor node { id content isLiked likesCount } } pageInfo { endCursor hasNextPage } }
}`
interface Feed {
  edges: { node: { content: string; isLiked: boolean } }[]
  pageInfo: { endCursor: string }
}
/** The value has no meaning, but any such header makes a request ineligible for the fast path. */
const SLOW_PATH = { 'X-Demo-User': '0' }

async function page(
  caller: TestBrowser,
  after: string | null,
  first = 5,
  headers: Record<string, string> = {},
) {
  const text = await (
    await caller.fetch('/graphql', { json: { query: FEED, variables: { first, after } }, headers })
  ).text()
  return { text, ...(JSON.parse(text) as { data: { feed: Feed } }).data.feed }
}

/** Pages past the cached posts. */
async function skipCachedPosts() {
  let after: string | null = null
  for (const size of [100, 100, 100, 100, 20])
    after = (await page(anonymous, after, size)).pageInfo.endCursor
  return after
}
const deep = await skipCachedPosts()
const liked = ({ edges }: Feed) =>
  edges.filter(({ node }) => node.isLiked).map(({ node }) => node.content)

test('a page of older posts is the same on both paths, with the likes of each viewer', async () => {
  for (const [caller, likes] of [
    [ann, contents(9)],
    [bob, contents(7)],
    [anonymous, []],
  ] as const) {
    const expected = await page(caller, deep, 5, SLOW_PATH)
    expect(expected.edges.map(({ node }) => node.content)).toEqual(contents(11, 10, 9, 8, 7))
    expect(liked(expected)).toEqual(likes)
    for (let time = 0; time < 4; time++) expect((await page(caller, deep)).text).toBe(expected.text)
  }
})

test('concurrent viewers each get their own likes', async () => {
  const callers = Array.from(
    { length: 40 },
    (_, index) => [ann, bob, anonymous][index % 3] ?? anonymous,
  )
  const feeds = await Promise.all(callers.map((caller) => page(caller, deep)))
  for (const [index, feed] of feeds.entries())
    expect(liked(feed)).toEqual([contents(9), contents(7), []][index % 3])
})

test('a page takes one statement besides the session lookup', async () => {
  const carl = server.browser()
  await aLike({ by: rowOf(await carl.signUp()), of: oldPost(10) })
  const sent = await statements.of(async () =>
    expect(liked(await page(carl, deep))).toEqual(contents(10)),
  )
  expect(sent).toEqual([
    expect.stringContaining('"Session"'),
    expect.stringContaining('FROM listed_posts'),
  ])
})

test('an ended session and one of a disabled account have no viewer', async () => {
  for (const end of [
    (user: { id: string }) => database.session.deleteMany({ where: { userId: user.id } }),
    (user: { id: string }) =>
      database.user.update({ where: user, data: { disabledAt: new Date() } }),
  ]) {
    const [caller, stale] = [server.browser(), server.browser()]
    const user = rowOf(await caller.signUp())
    await aLike({ by: user, of: oldPost(8) })
    for (const [name, value] of caller.cookies) stale.cookies.set(name, value)
    expect(liked(await page(caller, deep))).toEqual(contents(8))
    await end(user)
    expect(liked(await page(stale, deep))).toEqual([])
  }
})
