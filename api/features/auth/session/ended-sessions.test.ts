import { describe, expect, test } from 'vitest'
import { fromPublicId } from '#api/lib/ids.ts'
import { testDatabase } from '#api/test/database.ts'
import { seeds } from '#api/test/seeds.ts'
import { testServer } from '#api/test/server.ts'
import type { Visitor } from '#api/test/visitor.ts'

const password = 'sunny day 1'

interface Seen {
  content: string
  isLiked: boolean
  likesCount: number
}

async function look(who: Visitor): Promise<Seen[]> {
  const response = await who.fetch('/graphql', {
    json: { query: '{ feed(first: 5) { nodes { content isLiked likesCount } } }' },
  })
  return ((await response.json()) as { data: { feed: { nodes: Seen[] } } }).data.feed.nodes
}
const change = (name: 'likePost' | 'unlikePost', who: Visitor, id: string) =>
  who.fetch('/graphql', {
    json: { query: `mutation { ${name}(input: { postId: "${id}" }) { userErrors { code } } }` },
  })

/** Two processes on one database, and Ann, who likes a post and is signed in through both. */
async function twoProcesses() {
  const { database } = await testDatabase()
  const options = { database, maxAge: 800 }
  const [here, there] = [await testServer(options), await testServer(options)]
  const { aUser, aPost } = seeds(here.services)
  const author = await aUser()
  const posts = []
  for (let number = 1; number <= 5; number++)
    posts.push(await aPost({ by: author, content: `Good thing ${number}` }))
  const [ann, elsewhere] = [here.visitor(), there.visitor()]
  const account = await ann.signUp({ password })
  for (const [name, value] of ann.cookies) elsewhere.cookies.set(name, value)
  const post = posts.at(-1)?.publicId ?? ''
  await change('likePost', ann, post)
  const isLiked = async () => (await look(elsewhere)).some((each) => each.isLiked)
  const username = async () => {
    const response = await elsewhere.fetch('/graphql', {
      json: { query: '{ viewer { username } }' },
    })
    return (
      ((await response.json()) as { data: { viewer: { username: string } | null } }).data.viewer
        ?.username ?? null
    )
  }
  // The first request compiles the document, the second caches its response.
  for (let time = 1; time <= 3; time++)
    expect([await isLiked(), await username()]).toEqual([true, account.username])
  return {
    database,
    ann,
    account,
    userId: fromPublicId(account.id)?.uuid ?? '',
    post,
    isLiked,
    username,
  }
}

type Setting = Awaited<ReturnType<typeof twoProcesses>>

/** Each is by way of the other process, or past the product. */
const ends: Record<string, (setting: Setting) => Promise<unknown>> = {
  'signing out': ({ ann }) => ann.fetch('/api/logout', { method: 'POST' }),
  'the deletion of the account': ({ ann }) =>
    ann.fetch('/api/auth/delete-account', { json: { password } }),
  'an administrator who disables the account': ({ database, userId: id }) =>
    database.user.update({ where: { id }, data: { disabledAt: new Date() } }),
  'the deletion of the session in the database': ({ database, userId }) =>
    database.session.deleteMany({ where: { userId } }),
  'the end of its time in the database': ({ database, userId }) =>
    database.session.updateMany({ where: { userId }, data: { expiresAt: new Date(0) } }),
  'a table of sessions that is emptied': ({ database }) => database.$executeRaw`TRUNCATE "Session"`,
  'a table of accounts that is emptied': ({ database }) =>
    database.$executeRaw`TRUNCATE "User" CASCADE`,
  'a session that becomes another account’s': async ({ database, userId }) => {
    const { id } = await seeds({
      database,
      ids: (await testServer({ database })).services.ids,
    }).aUser()
    await database.session.updateMany({ where: { userId }, data: { userId: id } })
  },
}

describe('another process', () => {
  test.each(Object.entries(ends))(
    'takes a session for ended at the next request after %s',
    async (_end, end) => {
      const setting = await twoProcesses()
      await end(setting)
      expect(await setting.isLiked()).toBe(false)
      expect(await setting.username()).not.toBe(setting.account.username)
    },
  )

  test('shows each change of the viewer’s own likes at the next request', async () => {
    const { ann, post, isLiked } = await twoProcesses()
    const isLikedHere = async () => (await look(ann)).some((each) => each.isLiked)
    for (let times = 0; times < 5; times++) {
      await change('unlikePost', ann, post)
      expect([await isLiked(), await isLikedHere()]).toEqual([false, false])
      await change('likePost', ann, post)
      expect([await isLiked(), await isLikedHere()]).toEqual([true, true])
    }
  })
})

test('changes that are rolled back, and one that stays open, delay no reader and empty no cache', async () => {
  const { database, userId, isLiked } = await twoProcesses()
  const rolledBack = async () => {
    await database
      .$transaction(async (transaction) => {
        await transaction.session.deleteMany({ where: { userId } })
        await transaction.post.updateMany({ data: { content: 'Never said' } })
        throw new Error('rolled back')
      })
      .catch(() => {})
  }
  const { promise: isOpen, resolve: opened } = Promise.withResolvers<void>()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const open = database.$transaction(
    async (transaction) => {
      await transaction.session.deleteMany({ where: { userId } })
      opened()
      await held
      throw new Error('rolled back at last')
    },
    { timeout: 60_000 },
  )
  await isOpen
  for (let time = 0; time < 20; time++) {
    const began = performance.now()
    expect(await isLiked()).toBe(true)
    expect(performance.now() - began).toBeLessThan(1_000)
  }
  release()
  await expect(open).rejects.toThrow('rolled back at last')
  for (let time = 0; time < 20; time++) await rolledBack()
  expect(await isLiked()).toBe(true)
})
