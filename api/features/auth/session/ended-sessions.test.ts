import { describe, expect, test } from 'vitest'
import { testDatabase } from '#api/test/database/database.ts'
import { PATIENT } from '#api/test/database/locks.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { testServer } from '#api/test/servers/server.ts'

const password = 'sunny day 1'

interface FeedPost {
  content: string
  isLiked: boolean
  likesCount: number
}

async function readFeed(visitor: TestBrowser): Promise<FeedPost[]> {
  const response = await visitor.fetch('/graphql', {
    json: { query: '{ feed(first: 5) { nodes { content isLiked likesCount } } }' },
  })
  return ((await response.json()) as { data: { feed: { nodes: FeedPost[] } } }).data.feed.nodes
}
const change = (name: 'likePost' | 'unlikePost', visitor: TestBrowser, id: string) =>
  visitor.fetch('/graphql', {
    json: { query: `mutation { ${name}(input: { postId: "${id}" }) { userErrors { code } } }` },
  })

/** Two processes with one database. Ann likes a post and is signed in through both. */
async function twoProcesses() {
  const { database } = await testDatabase()
  const options = { database, maxAgeMs: 800 }
  const [first, second] = [await testServer(options), await testServer(options)]
  const { aUser, aPost } = seeds(first.services)
  const author = await aUser()
  const posts = []
  for (let number = 1; number <= 5; number++)
    posts.push(await aPost({ by: author, content: `Good thing ${number}` }))
  const [ann, annElsewhere] = [first.browser(), second.browser()]
  const account = await ann.signUp({ password })
  annElsewhere.copyCookies(ann)
  const post = posts.at(-1)?.publicId ?? ''
  await change('likePost', ann, post)
  const isLiked = async () => (await readFeed(annElsewhere)).some((each) => each.isLiked)
  const username = async () => {
    const response = await annElsewhere.fetch('/graphql', {
      json: { query: '{ viewer { username } }' },
    })
    return (
      ((await response.json()) as { data: { viewer: { username: string } | null } }).data.viewer
        ?.username ?? null
    )
  }
  // The first request compiles the document, the second caches its response.
  for (let attempt = 1; attempt <= 3; attempt++)
    expect([await isLiked(), await username()]).toEqual([true, account.username])
  return {
    database,
    ann,
    account,
    userId: uuidOf(account.id),
    post,
    isLiked,
    username,
  }
}

type Processes = Awaited<ReturnType<typeof twoProcesses>>

/** Through the other process, or directly in the database. */
const ends: Record<string, (processes: Processes) => Promise<unknown>> = {
  'a sign-out': ({ ann }) => ann.fetch('/api/logout', { method: 'POST' }),
  'deleting the account': ({ ann }) =>
    ann.fetch('/api/auth/delete-account', { json: { password } }),
  'disabling the account in the database': ({ database, userId: id }) =>
    database.user.update({ where: { id }, data: { disabledAt: new Date() } }),
  'deleting the session in the database': ({ database, userId }) =>
    database.session.deleteMany({ where: { userId } }),
  'expiring the session in the database': ({ database, userId }) =>
    database.session.updateMany({ where: { userId }, data: { expiresAt: new Date(0) } }),
  'truncating the sessions': ({ database }) => database.$executeRaw`TRUNCATE "Session"`,
  'truncating the accounts': ({ database }) => database.$executeRaw`TRUNCATE "User" CASCADE`,
  'moving the session to another account': async ({ database, userId }) => {
    const { id } = await seeds({
      database,
      ids: (await testServer({ database })).services.ids,
    }).aUser()
    await database.session.updateMany({ where: { userId }, data: { userId: id } })
  },
}

describe('another process', () => {
  test.each(Object.entries(ends))(
    'ends a session at the next request after %s',
    async (_end, end) => {
      const processes = await twoProcesses()
      await end(processes)
      expect(await processes.isLiked()).toBe(false)
      expect(await processes.username()).not.toBe(processes.account.username)
    },
  )

  test('shows the viewer’s changed likes at the next request', async () => {
    const { ann, post, isLiked } = await twoProcesses()
    const isLikedHere = async () => (await readFeed(ann)).some((each) => each.isLiked)
    for (let round = 0; round < 5; round++) {
      await change('unlikePost', ann, post)
      expect([await isLiked(), await isLikedHere()]).toEqual([false, false])
      await change('likePost', ann, post)
      expect([await isLiked(), await isLikedHere()]).toEqual([true, true])
    }
  })
})

test('rolled back and open transactions neither delay readers nor empty caches', async () => {
  const { database, userId, isLiked } = await twoProcesses()
  const rollBack = async () => {
    await database
      .$transaction(async (transaction) => {
        await transaction.session.deleteMany({ where: { userId } })
        await transaction.post.updateMany({ data: { content: 'Rolled back' } })
        throw new Error('rolled back')
      })
      .catch(() => {})
  }
  const { promise: opened, resolve: markOpened } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const open = database.$transaction(async (transaction) => {
    await transaction.session.deleteMany({ where: { userId } })
    markOpened()
    await released
    throw new Error('released')
  }, PATIENT)
  await opened
  // A reader that waits for the open transaction never gets a response.
  for (let round = 0; round < 20; round++) expect(await isLiked()).toBe(true)
  release()
  await expect(open).rejects.toThrow('released')
  for (let round = 0; round < 20; round++) await rollBack()
  expect(await isLiked()).toBe(true)
})
