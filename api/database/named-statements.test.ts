import { expect, test } from 'vitest'
import { afterwards } from '#api/test/afterwards.ts'
import { testDatabase } from '#api/test/database.ts'
import { testServer } from '#api/test/server.ts'
import { limits } from '#rules/limits.ts'
import { createDatabase } from './client.ts'

/** More than there are statements in the code, and far fewer than page sizes would make. */
const MOST_NAMED = 100
const MOST_TOGETHER = 32

test('operations of every page size leave each statement its name, on a connection that has few of them', async () => {
  const { url } = await testDatabase()
  // All statements go to the one connection, which so can be asked what it has prepared.
  const database = createDatabase(url, 1)
  afterwards(() => database.$disconnect())
  const { visitor } = await testServer({ database })
  const [ann, ben] = [visitor(), visitor()]
  const { username } = await ann.signUp()
  const ask = async (who: typeof ann, query: string) => {
    const response = await who.fetch('/graphql', { json: { query } })
    const text = await response.text()
    expect([response.status, text]).toEqual([200, expect.not.stringContaining('"errors"')])
  }
  for (let size = 1; size <= limits.pageSize.max; size++) {
    for (const page of [`first: ${size}`, `last: ${size}`]) {
      for (const who of [ann, ben]) {
        await ask(
          who,
          `{ feed(${page}) { nodes { id isLiked } } user(username: "${username}") { posts(${page}) { nodes { id isLiked } } } }`,
        )
        if (page.startsWith('first'))
          await ask(who, `{ search(query: "vibe${size}", ${page}) { nodes { id isLiked } } }`)
      }
    }
    await ann.fetch(`/api/posts?limit=${size}`)
  }
  // Posts that come in together share a statement.
  for (let count = 2; count <= MOST_TOGETHER; count++) {
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
  expect(before.filter((text) => text.startsWith('INSERT INTO "public"."Post"'))).toHaveLength(1)
  expect(before.length).toBeLessThan(MOST_NAMED)

  // A statement that was not needed until now.
  const [{ id = '' } = {}] = (await (await ann.fetch('/api/posts?limit=1')).json()) as {
    id?: string
  }[]
  expect((await ann.fetch(`/api/posts/${id}/like`, { json: {} })).status).toBe(200)
  expect((await prepared()).filter((text) => text.includes('INSERT INTO "Like"'))).toHaveLength(1)
}, 60_000)
