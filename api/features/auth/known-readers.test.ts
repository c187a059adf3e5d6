import { describe, expect, test } from 'vitest'
import type { Database } from '../../database/client.ts'
import { listenForNotices } from '../../database/notices.ts'
import { fromPublicId } from '../../ids.ts'
import { afterwards } from '../../test/afterwards.ts'
import { testDatabase } from '../../test/database.ts'
import { seeds } from '../../test/seeds.ts'
import { testServer } from '../../test/server.ts'
import { statementLog } from '../../test/statements.ts'
import type { Visitor } from '../../test/visitor.ts'
import { CHANNEL, LAST_NUMBER } from '../feed/news.ts'
import { KnownReaders } from './known-readers.ts'

const HOUR = 3_600_000
/** When a process hears of news: as soon as these come, as late as can be, or not at all. */
type Hears = 'at once' | 'with the answer' | 'never'
/** In milliseconds: so long that whoever is not held back comes too early. */
const BELIEVED = 100
const password = 'sunny day 1'

interface Seen {
  content: string
  isLiked: boolean
  likesCount: number
}

async function look(who: Visitor): Promise<Seen[]> {
  const response = await who.fetch('/graphql', { json: { query: '{ feed(first: 5) { nodes { content isLiked likesCount } } }' } })
  return ((await response.json()) as { data: { feed: { nodes: Seen[] } } }).data.feed.nodes
}
const change = (name: 'likePost' | 'unlikePost', who: Visitor, id: string) =>
  who.fetch('/graphql', { json: { query: `mutation { ${name}(input: { postId: "${id}" }) { userErrors { code } } }` } })

/** Two processes on one database that believe what they have in memory, and Ann, who likes a post and whom the other one knows. */
async function twoProcesses(hears: Hears) {
  const { url } = await testDatabase()
  const { database, statements } = statementLog(url)
  const options = { trust: HOUR, believed: BELIEVED, database }
  const [here, there] = [await testServer(options), await testServer(options)]
  if (hears !== 'never') {
    const { feed, log } = there.services
    const late: string[] = []
    const onNotice = hears === 'at once' ? feed.hear : (notice: string) => void late.push(notice)
    const notices = await listenForNotices({ url }, { channel: CHANNEL, question: LAST_NUMBER, log, onNotice, onDoubt: feed.doubt })
    afterwards(notices.close)
    feed.news.follow(
      {
        async ask() {
          const answer = await notices.ask()
          for (const notice of late.splice(0)) feed.hear(notice)
          return answer
        },
      },
      true,
    )
  }
  const { aUser, aPost } = seeds(here.services)
  const author = await aUser()
  const posts = []
  for (let number = 1; number <= 5; number++) posts.push(await aPost({ by: author, content: `Good thing ${number}` }))
  const [ann, elsewhere] = [here.visitor(), there.visitor()]
  const account = await ann.signUp({ password })
  for (const [name, value] of ann.cookies) elsewhere.cookies.set(name, value)
  const post = posts.at(-1)?.publicId ?? ''
  await change('likePost', ann, post)
  const isLiked = async () => (await look(elsewhere)).some((each) => each.isLiked)
  const username = async () => {
    const response = await elsewhere.fetch('/graphql', { json: { query: '{ viewer { username } }' } })
    return ((await response.json()) as { data: { viewer: { username: string } | null } }).data.viewer?.username ?? null
  }
  // Nobody is known so soon after the newest posts were read for the first time.
  await expect
    .poll(
      async () => {
        expect(await isLiked()).toBe(true)
        return statements.of(isLiked)
      },
      { timeout: 5_000 },
    )
    .not.toContainEqual(expect.stringContaining('"Session"'))
  // The first time, it is Express that answers.
  await username()
  const userId = fromPublicId(account.id)?.uuid ?? ''
  return { database, statements, ann, account, userId, post, isLiked, username, knownToAll: () => here.services.feed.news.knownToAll() }
}

type Setting = Awaited<ReturnType<typeof twoProcesses>>
const bySql =
  (run: (database: Database, userId: string) => Promise<unknown>) =>
  async ({ database, userId, knownToAll }: Setting) => {
    await run(database, userId)
    // Who changes it past the product is not held back.
    await knownToAll()
  }

/** Each is by way of the other process, or past the product. */
const ends: Record<string, (setting: Setting) => Promise<unknown>> = {
  'signing out': ({ ann }) => ann.fetch('/api/logout', { method: 'POST' }),
  'the deletion of the account': ({ ann }) => ann.fetch('/api/auth/delete-account', { json: { password } }),
  'an administrator who disables the account': bySql((database, id) =>
    database.user.update({ where: { id }, data: { disabledAt: new Date() } }),
  ),
  'somebody who deletes the session in the database': bySql((database, userId) => database.session.deleteMany({ where: { userId } })),
  'somebody who has the session expire in the database': bySql((database, userId) =>
    database.session.updateMany({ where: { userId }, data: { expiresAt: new Date(0) } }),
  ),
  'somebody who empties the table of sessions': bySql((database) => database.$executeRaw`TRUNCATE "Session"`),
  'somebody who empties that of accounts': bySql((database) => database.$executeRaw`TRUNCATE "User" CASCADE`),
  'a session that becomes another’s': bySql(async (database, userId) => {
    const { id } = await seeds({ database, ids: (await testServer({ database })).services.ids }).aUser()
    await database.session.updateMany({ where: { userId }, data: { userId: id } })
  }),
}

describe.each<Hears>(['at once', 'with the answer', 'never'])('another process that hears of news %s', (hears) => {
  test.each(Object.entries(ends))('knows nobody any more after %s', async (_end, end) => {
    const setting = await twoProcesses(hears)
    const { account, isLiked, username } = setting
    expect([await isLiked(), await username()]).toEqual([true, account.username])
    await end(setting)
    expect(await isLiked()).toBe(false)
    expect(await username()).not.toBe(account.username)
  })

  test('shows each change of one’s own likes at the next look', async () => {
    const { ann, post, isLiked } = await twoProcesses(hears)
    const isLikedHere = async () => (await look(ann)).some((each) => each.isLiked)
    for (let times = 0; times < 5; times++) {
      await change('unlikePost', ann, post)
      expect([await isLiked(), await isLikedHere()]).toEqual([false, false])
      await change('likePost', ann, post)
      expect([await isLiked(), await isLikedHere()]).toEqual([true, true])
    }
  })
})

test('whoever is known from the newest posts is not looked up for other questions, and these leave known what they like', async () => {
  const { statements, account, isLiked, username } = await twoProcesses('at once')
  let seen: string | null = null
  const asked = await statements.of(async () => {
    seen = await username()
  })
  expect(seen).toBe(account.username)
  expect(asked.join()).not.toContain('"Session"')
  expect((await statements.of(isLiked)).join()).not.toContain('"Session"')
})

test('a change that was taken back in the database leaves things as they were, and they are known again', async () => {
  const { database, statements, userId, isLiked } = await twoProcesses('at once')
  const takenBack = database.$transaction(async (transaction) => {
    await transaction.session.deleteMany({ where: { userId } })
    expect(await isLiked()).toBe(true)
    throw new Error('taken back')
  })
  await expect(takenBack).rejects.toThrow('taken back')
  expect(await isLiked()).toBe(true)
  await expect.poll(() => statements.of(isLiked), { timeout: 5_000 }).not.toContainEqual(expect.stringContaining('"Session"'))
})

describe('what a look-up found', () => {
  const [userId, token, oldest] = ['01a0', 'a token', '0500']
  const reader = (likes: string[] = [], lasts = HOUR) => ({
    session: { userId, token, expiresAt: new Date(Date.now() + lasts), needsUsername: false },
    likes,
  })
  const found = (known: KnownReaders, asked = oldest) => known.find(userId, token, asked) !== null

  test('of a session alone is kept, unless more is known', () => {
    const known = new KnownReaders()
    const whose = () => known.find(userId, token, null) !== null
    known.keep(known.begin(), reader(), null)
    expect([whose(), found(known)]).toEqual([true, false])
    known.keep(known.begin(), reader(), oldest)
    known.keep(known.begin(), reader(), null)
    expect([whose(), found(known)]).toEqual([true, true])
  })

  test('is kept, as far back as it was looked, for that session alone', () => {
    const known = new KnownReaders()
    known.keep(known.begin(), reader(), oldest)
    expect([found(known), found(known, '0600'), found(known, '0400')]).toEqual([true, true, false])
    expect([known.find(userId, 'another token', oldest), known.find('01a1', token, oldest)]).toEqual([null, null])
  })

  test.each<[string, (known: KnownReaders) => void]>([
    ['the account', (known) => known.forget(userId)],
    ['anything', (known) => known.forgetAll()],
  ])('is not kept when there were news of %s meanwhile, but is the next time', (_name, tell) => {
    const known = new KnownReaders()
    const lookUp = known.begin()
    tell(known)
    known.keep(lookUp, reader(), oldest)
    known.end(lookUp)
    expect(found(known)).toBe(false)
    known.keep(known.begin(), reader(), oldest)
    expect(found(known)).toBe(true)
  })

  test('is not kept of a session that is about to end, and of whoever likes very much', () => {
    const known = new KnownReaders()
    known.keep(known.begin(), reader([], 60_000), oldest)
    expect(found(known)).toBe(false)
    known.keep(known.begin(), reader(Array.from({ length: 51 }, String)), oldest)
    expect(found(known)).toBe(false)
  })

  test('is not believed for a while when news were missed', () => {
    const known = new KnownReaders()
    known.doubt()
    known.keep(known.begin(), reader(), oldest)
    expect(found(known)).toBe(false)
  })

  test('is kept of so many accounts and no more, and of a few sessions of each', () => {
    const known = new KnownReaders()
    const keep = (userId: string, token: string) =>
      known.keep(known.begin(), { session: { ...reader().session, userId, token }, likes: [] }, oldest)
    for (let index = 0; index <= 20_000; index++) keep(`account ${index}`, token)
    expect([0, 1, 20_000].map((index) => known.find(`account ${index}`, token, oldest) !== null)).toEqual([false, true, true])
    for (let index = 0; index < 5; index++) keep('account 1', `token ${index}`)
    expect([0, 1, 4].map((index) => known.find('account 1', `token ${index}`, oldest) !== null)).toEqual([false, true, true])
  })
})
