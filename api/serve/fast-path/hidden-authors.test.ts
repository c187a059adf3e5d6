import { expect, test } from 'vitest'
import { testDatabase } from '#api/test/database/database.ts'
import { statementLog } from '#api/test/database/statements.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { testServer } from '#api/test/servers/server.ts'

const { database, statements } = statementLog((await testDatabase()).url)
const server = await testServer({ database, hasFastPath: true })
const { aLike, aPost } = seeds(server.services)
const [reader, author, another] = [server.browser(), server.browser(), server.browser()]
const [{ id: readerId }, { id: authorId }, { id: anothersId }] = [
  await reader.signUp(),
  await author.signUp(),
  await another.signUp(),
]
const [by, byAnother] = [{ id: uuidOf(authorId) }, { id: uuidOf(anothersId) }]
const liked = await aPost({ by, content: 'Liked' })
await aLike({ by: { id: uuidOf(readerId) }, of: liked })
await aPost({ by, content: 'Kept' })
await aPost({ by: byAnother, content: 'Muted' })

const FEED = '{ feed(first: 2) { nodes { content isLiked } pageInfo { hasNextPage } } }'

async function feed(caller: TestBrowser, headers: Record<string, string> = {}): Promise<string> {
  return (await caller.fetch('/graphql', { json: { query: FEED }, headers })).text()
}

test('the first page of a viewer who hides an author of it takes the statement of its session', async () => {
  const query = `mutation { muteUser(input: { userId: "${anothersId}" }) { user { id } } }`
  const muted = await reader.fetch('/graphql', { json: { query } })
  expect(await muted.json()).toEqual({ data: { muteUser: { user: { id: anothersId } } } })
  // Compiles the operation, renders the page, and reads the hidden people.
  for (let time = 0; time < 3; time++) await feed(reader)
  const sent = await statements.of(async () =>
    expect(JSON.parse(await feed(reader))).toEqual({
      data: {
        feed: {
          nodes: [
            { content: 'Kept', isLiked: false },
            { content: 'Liked', isLiked: true },
          ],
          pageInfo: { hasNextPage: false },
        },
      },
    }),
  )
  expect(sent).toEqual([expect.stringContaining('"Session"')])
  // Such a header makes a request ineligible for the fast path.
  expect(await feed(reader)).toBe(await feed(reader, { 'X-Demo-User': '0' }))
  expect(await feed(another)).toContain('Muted')
})
