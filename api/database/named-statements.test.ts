import { expect, test } from 'vitest'
import { testDatabase } from '#api/test/database/database.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { testServer } from '#api/test/servers/server.ts'
import { limits } from '#rules/limits.ts'
import { createDatabase } from './client.ts'

/** More than the code has statements, and far fewer than there are page sizes. */
const MAX_NAMES = 100
const MAX_BATCH_SIZE = 32

test('operations of every page size share a few named statements', async () => {
  const { url } = await testDatabase()
  // With one connection, pg_prepared_statements lists every named statement.
  const database = createDatabase(url, 1)
  registerCleanup(() => database.$disconnect())
  const server = await testServer({ database })
  const [ann, ben] = [server.browser(), server.browser()]
  const { username } = await ann.signUp()
  const send = async (visitor: typeof ann, query: string) => {
    const response = await visitor.fetch('/graphql', { json: { query } })
    const text = await response.text()
    expect([response.status, text]).toEqual([200, expect.not.stringContaining('"errors"')])
  }
  for (let size = 1; size <= limits.pageSize.max; size++) {
    for (const page of [`first: ${size}`, `last: ${size}`]) {
      for (const visitor of [ann, ben]) {
        await send(
          visitor,
          `{ feed(${page}) { nodes { id isLiked } } user(username: "${username}") { posts(${page}) { nodes { id isLiked } } } }`,
        )
        if (page.startsWith('first'))
          await send(visitor, `{ search(query: "vibe${size}", ${page}) { nodes { id isLiked } } }`)
      }
    }
    await ann.fetch(`/api/posts?limit=${size}`)
  }
  // Concurrent posts share a statement, however many they are.
  for (let count = 1; count <= MAX_BATCH_SIZE; count++) {
    const posts = Array.from({ length: count }, (_, index) =>
      ann.fetch('/api/posts', {
        json: { content: `${index} of ${count}.`, mediaType: 'text' },
        headers: { 'Idempotency-Key': `${index} of ${count}` },
      }),
    )
    for (const { status } of await Promise.all(posts)) expect(status).toBe(201)
  }
  const prepared = async () =>
    (
      await database.rows<{
        statement: string
      }>`SELECT "statement" FROM pg_prepared_statements ORDER BY "prepare_time"`
    ).map(({ statement }) => statement)
  const before = await prepared()
  expect(before.filter((text) => text.includes('INSERT INTO "Post" ('))).toHaveLength(1)
  expect(before.length).toBeLessThan(MAX_NAMES)

  // A statement that has not run yet.
  const [{ id = '' } = {}] = (await (await ann.fetch('/api/posts?limit=1')).json()) as {
    id?: string
  }[]
  expect((await ann.fetch(`/api/posts/${id}/like`, { json: {} })).status).toBe(200)
  expect((await prepared()).filter((text) => text.includes('INSERT INTO "Like"'))).toHaveLength(1)
})
