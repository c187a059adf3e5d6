import { expect, test } from 'vitest'
import { Posts } from '#api/rest/schemas.ts'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { testServer } from '#api/test/servers/server.ts'

const server = await testServer()
const { database } = server.services
const { aUser, aPost, posts } = seeds(server.services)
const ben = await aUser()
const anonymous = server.browser()

const payload = 'post { isBookmarked } userErrors { code }'
const BOOKMARK = /* GraphQL */ `
  mutation ($postId: ID!) { bookmarkPost(input: { postId: $postId }) { ${payload} } }`
const BOOKMARKS = /* GraphQL */ `
  query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    user(id: $id) {
      bookmarks(first: $first, after: $after, last: $last, before: $before) {
        nodes { id isBookmarked }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }
  }`
const IS_BOOKMARKED = 'query ($id: ID!) { node(id: $id) { ... on Post { isBookmarked } } }'

async function aMember() {
  const browser = server.browser()
  const { id } = await browser.signUp()
  return { browser, id }
}

type Target = { publicId: string }
const change = (caller: TestBrowser, method: 'PUT' | 'DELETE', { publicId }: Target) =>
  caller.fetch(`/api/posts/${publicId}/bookmark`, { method })
const list = async (caller: TestBrowser) =>
  Posts.parse(await expectJson(await caller.fetch('/api/bookmarks'))).map(({ id }) => id)
const run = async (caller: TestBrowser, query: string, variables: object) => {
  const json = { query, variables }
  const { data } = await (await caller.fetch('/graphql', { method: 'POST', json })).json()
  return data
}
const page = async (caller: TestBrowser, id: string, variables: object = {}) =>
  (await run(caller, BOOKMARKS, { id, ...variables })).user.bookmarks
const isBookmarked = async (caller: TestBrowser, { publicId }: Target) =>
  (await run(caller, IS_BOOKMARKED, { id: publicId })).node?.isBookmarked

test('bookmarks are idempotent, and only their owner sees them', async () => {
  const [ada, cleo] = [await aMember(), await aMember()]
  const post = await aPost({ by: ben })
  for (let attempt = 1; attempt <= 2; attempt++) {
    expect(await expectJson(await change(ada.browser, 'PUT', post))).toMatchObject({
      id: post.publicId,
    })
    expect(await list(ada.browser)).toEqual([post.publicId])
  }
  expect(await isBookmarked(ada.browser, post)).toBe(true)
  for (const caller of [cleo.browser, anonymous]) {
    expect(await isBookmarked(caller, post)).toBe(false)
    expect(await page(caller, ada.id)).toBeNull()
  }
  expect(await list(cleo.browser)).toEqual([])
  for (let attempt = 1; attempt <= 2; attempt++) {
    await expectJson(await change(ada.browser, 'DELETE', post))
    expect(await list(ada.browser)).toEqual([])
  }
  expect(await isBookmarked(ada.browser, post)).toBe(false)
  expect(await run(ada.browser, BOOKMARK, { postId: post.publicId })).toEqual({
    bookmarkPost: { post: { isBookmarked: true }, userErrors: [] },
  })
})

test('the newest bookmark comes first, page by page in both directions', async () => {
  const { browser, id } = await aMember()
  const written = await posts(3, { by: ben })
  const [b, a, c] = written
  for (const post of [a, b, c]) await change(browser, 'PUT', post as Target)
  const newestFirst = [c, b, a].map((post) => ({ id: post?.publicId, isBookmarked: true }))
  const first = await page(browser, id, { first: 2 })
  expect(first.nodes).toEqual(newestFirst.slice(0, 2))
  expect(first.pageInfo.hasNextPage).toBe(true)
  const second = await page(browser, id, { first: 2, after: first.pageInfo.endCursor })
  expect(second.nodes).toEqual(newestFirst.slice(2))
  expect(second.pageInfo.hasNextPage).toBe(false)
  const back = await page(browser, id, { last: 1, before: second.pageInfo.startCursor })
  expect(back.nodes).toEqual(newestFirst.slice(1, 2))
  expect(back.pageInfo.hasPreviousPage).toBe(true)
})

test('a missing or hidden post cannot be bookmarked, and leaves the list when it is hidden', async () => {
  const { browser, id } = await aMember()
  const hidden = await aPost({ by: ben, hiddenAt: new Date() })
  for (const publicId of [hidden.publicId, 'post_01h455vb4pex5vsknk084sn02q', ben.publicId])
    for (const method of ['PUT', 'DELETE'] as const)
      await expectProblem(await change(browser, method, { publicId }), 404)
  expect(await database.bookmark.count({ where: { userId: uuidOf(id) } })).toBe(0)
  const [post, other] = [await aPost({ by: ben }), await aPost({ by: ben })]
  for (const each of [post, other]) await change(browser, 'PUT', each)
  await database.post.update({ where: { id: post.id }, data: { hiddenAt: new Date() } })
  expect(await list(browser)).toEqual([other.publicId])
  await database.post.delete({ where: { id: other.id } })
  expect(await list(browser)).toEqual([])
})

test('nobody bookmarks anonymously', async () => {
  const post = await aPost({ by: ben })
  for (const method of ['PUT', 'DELETE'] as const)
    await expectProblem(await change(anonymous, method, post), 401)
  await expectProblem(await anonymous.fetch('/api/bookmarks'), 401)
})
