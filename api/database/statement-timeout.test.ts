import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '#api/test/database/database.ts'
import { hasPgBouncer, startPgBouncer } from '#api/test/database/pgbouncer.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { testServer } from '#api/test/servers/server.ts'
import { createDatabase } from './client.ts'
import type { ConnectionTarget } from './connection-target.ts'
import { isUnavailable } from './unavailable.ts'

/** A server of the product whose statements may run that long. */
async function serverWithTimeout(target: ConnectionTarget, statementMs: number) {
  const database = createDatabase(target, 5, { connectionMs: 60_000, statementMs })
  registerCleanup(() => database.$disconnect())
  return { database, ...(await testServer({ database })) }
}

const postBy = (visitor: TestBrowser) => (content: string) =>
  visitor.fetch('/api/posts', { json: { content, mediaType: 'text' } })

/**
 * Two servers of the product, and an operator's connection to their database. The impatient server
 * is for statements that have to time out, the other one for those that have to succeed.
 */
async function startProduct(target: ConnectionTarget, url: string) {
  const operator = new pg.Client({ connectionString: url })
  await operator.connect()
  registerCleanup(() => operator.end())
  const server = await serverWithTimeout(target, 60_000)
  const impatient = await serverWithTimeout(target, 500)
  const ann = server.browser()
  await ann.signUp()
  const impatientAnn = impatient.browser()
  impatientAnn.copyCookies(ann)
  /** Statements that wait for a lock, and open transactions, of other connections. */
  const blocked = async () =>
    (
      await operator.query(
        `SELECT query FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND (wait_event_type = 'Lock' OR state LIKE 'idle in transaction%')`,
      )
    ).rows
  return {
    ann,
    post: postBy(ann),
    impatient: { ann: impatientAnn, post: postBy(impatientAnn), database: impatient.database },
    operator,
    blocked,
  }
}

function testTimeouts(open: () => Promise<Awaited<ReturnType<typeof startProduct>>>) {
  test('a post that waits for a lock gets 503 and is never created, even after the lock is released', async () => {
    const { operator, post, impatient, blocked } = await open()
    await operator.query('BEGIN; LOCK TABLE "Post" IN SHARE MODE')
    const responses = await Promise.all(
      ['Locked out.', 'Locked out too.'].map((content) => impatient.post(content)),
    )
    expect(responses.map(({ status }) => status)).toEqual([503, 503])
    await expect.poll(blocked).toEqual([])
    await operator.query('COMMIT')
    expect((await operator.query('SELECT content FROM "Post"')).rows).toEqual([])
    expect((await post('Let in.')).status).toBe(201)
    expect((await operator.query('SELECT content FROM "Post"')).rows).toEqual([
      { content: 'Let in.' },
    ])
  })

  test('a like that waits for a lock on its post gets 503 and is never counted', async () => {
    const { operator, ann, post, impatient, blocked } = await open()
    const { id } = (await (await post('Likeable.')).json()) as { id: string }
    await operator.query('BEGIN; SELECT FROM "Post" FOR UPDATE')
    expect((await impatient.ann.fetch(`/api/posts/${id}/like`, { json: {} })).status).toBe(503)
    await expect.poll(blocked).toEqual([])
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

  test.each(['interactive', 'batch'])(
    'a transaction (%s) with a statement that waits is rolled back and holds no lock',
    async (kind) => {
      const {
        operator,
        blocked,
        impatient: { database },
      } = await open()
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
      await expect.poll(blocked).toEqual([])
      await operator.query('COMMIT')
      expect((await operator.query('SELECT FROM "User" WHERE bio = $1', [bio])).rowCount).toBe(0)
      const update = () => database.user.updateMany({ data: { bio } })
      await expect.poll(() => update().catch(() => null)).toEqual({ count: 1 })
    },
  )
}

describe('with a direct connection', () => {
  testTimeouts(async () => {
    const { url } = await testDatabase()
    return startProduct({ url, pooled: false }, url)
  })
})

describe.skipIf(!hasPgBouncer())('behind PgBouncer', () => {
  testTimeouts(async () => {
    const { url } = await testDatabase()
    const pooler = await startPgBouncer(url, 8)
    registerCleanup(pooler.stop)
    return startProduct({ url: pooler.url, pooled: true }, url)
  })
})
