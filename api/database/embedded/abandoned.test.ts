import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { afterwards } from '#api/test/afterwards.ts'
import { testDatabase } from '#api/test/database.ts'
import { hasPgBouncer, startPgBouncer } from '#api/test/pgbouncer.ts'
import { testServer } from '#api/test/server.ts'
import { createDatabase } from '../client.ts'
import type { ConnectionTarget } from '../connection-target.ts'
import { isUnavailable } from '../unavailable.ts'

const PATIENCE = { connection: 5_000, answer: 500 }

/** The product on a database, and what an operator sees of it. */
async function product(way: ConnectionTarget, url: string) {
  const database = createDatabase(way, 5, PATIENCE)
  const operator = new pg.Client({ connectionString: url })
  await operator.connect()
  afterwards(async () => {
    await operator.end()
    await database.$disconnect()
  })
  const server = await testServer({ database })
  const ann = server.visitor()
  await ann.signUp()
  const post = (content: string) =>
    ann.fetch('/api/posts', { json: { content, mediaType: 'text' } })
  /** Statements of others that wait for a lock, and transactions that hold some. */
  const busy = async () =>
    (
      await operator.query(
        `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND (wait_event_type = 'Lock' OR state LIKE 'idle in transaction%')`,
      )
    ).rows
  return { ...server, ann, database, operator, post, busy }
}

function abandoned(open: () => Promise<Awaited<ReturnType<typeof product>>>) {
  test('a post that waits for a lock is answered 503 and is never made, also when the lock is gone', async () => {
    const { operator, post, busy } = await open()
    await operator.query('BEGIN; LOCK TABLE "Post" IN SHARE MODE')
    const answers = await Promise.all([post('Locked out.'), post('Locked out too.')])
    expect(answers.map(({ status }) => status)).toEqual([503, 503])
    expect(await busy()).toEqual([])
    await operator.query('COMMIT')
    expect((await operator.query('SELECT content FROM "Post"')).rows).toEqual([])
    expect((await post('Let in.')).status).toBe(201)
    expect((await operator.query('SELECT content FROM "Post"')).rows).toEqual([
      { content: 'Let in.' },
    ])
  })

  test('a like that waits for its post is answered 503 and is never counted', async () => {
    const { operator, ann, post, busy } = await open()
    const { id } = (await (await post('Likeable.')).json()) as { id: string }
    await operator.query('BEGIN; SELECT FROM "Post" FOR UPDATE')
    expect((await ann.fetch(`/api/posts/${id}/like`, { json: {} })).status).toBe(503)
    expect(await busy()).toEqual([])
    await operator.query('COMMIT')
    expect(
      (
        await operator.query(
          'SELECT "likesCount", (SELECT count(*)::int FROM "Like") AS likes FROM "Post"',
        )
      ).rows,
    ).toEqual([{ likesCount: 0, likes: 0 }])
    expect((await ann.fetch(`/api/posts/${id}/like`, { json: {} })).status).toBe(200)
  })

  test.each(['interactive', 'of a list'])(
    'a transaction (%s) with a statement that waits leaves nothing of it, and no lock',
    async (kind) => {
      const { operator, database, busy } = await open()
      await operator.query('BEGIN; LOCK TABLE "Like" IN SHARE MODE')
      const bio = kind
      const work =
        kind === 'interactive'
          ? database.$transaction(async (transaction) => {
              await transaction.user.updateMany({ data: { bio } })
              await transaction.like.deleteMany()
            })
          : database.$transaction([
              database.user.updateMany({ data: { bio } }),
              database.like.deleteMany(),
            ])
      expect(await work.then(() => null, isUnavailable)).toBe(true)
      await expect.poll(busy).toEqual([])
      await operator.query('COMMIT')
      expect((await operator.query('SELECT FROM "User" WHERE bio = $1', [bio])).rowCount).toBe(0)
      expect((await database.user.updateMany({ data: { bio } })).count).toBe(1)
    },
  )
}

describe('connected straight to the database', () => {
  abandoned(async () => {
    const { url } = await testDatabase()
    return product({ url, pooled: false }, url)
  })
})

describe.skipIf(!hasPgBouncer())('behind PgBouncer', () => {
  abandoned(async () => {
    const { url } = await testDatabase()
    const pooler = await startPgBouncer(url, 8)
    afterwards(pooler.stop)
    return product({ url: pooler.url, pooled: true }, url)
  })
})
