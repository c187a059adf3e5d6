import pg from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { IdGenerator } from '../../ids.ts'
import { afterwards } from '../../test/afterwards.ts'
import { testDatabase } from '../../test/database.ts'
import { seeds } from '../../test/seeds.ts'
import { createPostReads, type PostReads } from '../post/post.read.ts'
import { createFeedHead } from './feed-head.ts'
import { CHANNEL } from './news.ts'

const { url, database } = await testDatabase()
const { aUser, aPost } = seeds({ database, ids: new IdGenerator() })
const reads = createPostReads(database)
const log = pino({ level: 'silent' })

const HOUR = 3_600_000

/** A process that is told of changes after each of its readings of the newest posts, and before that is of use. It believes nothing but news, and asks for them each time. */
function headWith(change: () => Promise<unknown> = async () => {}) {
  let loads = 0
  const list: PostReads['list'] = async (asked) => {
    const rows = await reads.list(asked)
    loads++
    await change()
    return rows
  }
  return {
    feed: createFeedHead({ posts: { ...reads, list }, database, log, trust: HOUR }),
    loads: () => loads,
  }
}

test('however fast posts change, the newest are read once, and seen with what changed meanwhile', async () => {
  const author = await aUser()
  const [gone, edited] = [await aPost({ by: author, content: 'Not for long' }), await aPost({ by: author, content: 'Before' })]
  const [here, there] = [headWith(change), headWith()]
  async function change() {
    await database.post.deleteMany({ where: { id: gone.id } })
    await here.feed.postChanged(gone.id)
    await database.post.update({ where: { id: edited.id }, data: { content: 'After' } })
    await here.feed.postChanged(edited.id)
    const { id } = await aPost({ by: author, content: 'Just now' })
    await here.feed.postChanged(id)
  }
  expect((await here.feed.snapshot()).posts.map(({ content }) => content)).toEqual(['Just now', 'After'])
  expect(here.loads()).toBe(1)
  expect((await there.feed.snapshot()).posts).toEqual((await here.feed.snapshot()).posts)
})

test('what another process tells while the newest are read is seen as well', async () => {
  const { id } = await aPost({ by: await aUser(), content: 'Before' })
  const { feed, loads } = headWith(async () => {
    await database.post.update({ where: { id }, data: { content: 'After' } })
    feed.hear(`2 another ${id}`)
    await feed.postChanged(id)
  })
  expect((await feed.snapshot()).posts[0]?.content).toBe('After')
  expect(loads()).toBe(1)
})

test('where anything may have changed meanwhile, they are read again', async () => {
  const author = await aUser()
  await aPost({ by: author, content: 'By somebody' })
  let isFirst = true
  const { feed, loads } = headWith(async () => {
    if (!isFirst) return
    isFirst = false
    await database.user.update({ where: { id: author.id }, data: { displayName: 'Somebody else' } })
    await feed.authorChanged(author.id)
  })
  expect((await feed.snapshot()).posts[0]?.author.displayName).toBe('Somebody else')
  expect(loads()).toBe(2)
})

test('a post that is being read while its author takes another name is seen with that name', async () => {
  const author = await aUser()
  let held = Promise.resolve()
  let read = () => {}
  const slow = Object.create(database, {
    rows: {
      value: async (...statement: Parameters<typeof database.rows>) => {
        const rows = await database.rows(...statement)
        read()
        await held
        return rows
      },
    },
  }) as typeof database
  const feed = createFeedHead({ posts: reads, database: slow, log })
  await feed.snapshot()
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  held = promise
  const isRead = new Promise<void>((resolve) => {
    read = resolve
  })
  const posted = feed.postChanged((await aPost({ by: author, content: 'Posted meanwhile' })).id)
  await isRead
  await database.user.update({ where: { id: author.id }, data: { displayName: 'Renamed meanwhile' } })
  const renamed = feed.authorChanged(author.id)
  letGo()
  await Promise.all([posted, renamed])
  const [newest] = (await feed.snapshot()).posts
  expect(newest).toMatchObject({ content: 'Posted meanwhile', author: { displayName: 'Renamed meanwhile' } })
})

/** What processes tell each other from now on, as the database passes it on. */
async function listen(): Promise<string[]> {
  const told: string[] = []
  const client = new pg.Client({ connectionString: url })
  client.on('notification', ({ payload = '' }) => told.push(payload))
  await client.connect()
  afterwards(() => client.end())
  await client.query(`LISTEN ${CHANNEL}`)
  return told
}

test('who learns that there are news waits for these and no longer', async () => {
  const [here, there, told] = [headWith(), headWith(), await listen()]
  await there.feed.snapshot()
  const { id } = await aPost({ by: await aUser(), content: 'On its way' })
  await here.feed.postChanged(id)
  await expect.poll(() => told).toHaveLength(1)
  expect((await there.feed.snapshot()).posts[0]?.id).not.toBe(id)

  await there.feed.news.ask()
  expect(there.feed.fresh()).toBeNull()
  const snapshot = there.feed.snapshot()
  for (const notice of told) there.feed.hear(notice)
  expect((await snapshot).posts[0]?.id).toBe(id)
  expect(there.feed.fresh()).toBe(await snapshot)
  expect(there.loads()).toBe(1)
})

test('news that do not arrive are made up for by a look, and those that come after them are seen as ever', async () => {
  const [here, there, told] = [headWith(), headWith(), await listen()]
  await there.feed.snapshot()
  const author = await aUser()
  for (const content of ['Lost', 'Heard', 'Heard as well']) {
    const { id } = await aPost({ by: author, content })
    await here.feed.postChanged(id)
  }
  await expect.poll(() => told).toHaveLength(3)
  for (const notice of told.slice(1)) there.feed.hear(notice)
  await there.feed.news.ask()
  expect((await there.feed.snapshot()).posts.slice(0, 3).map(({ content }) => content)).toEqual(['Heard as well', 'Heard', 'Lost'])
  expect(there.loads()).toBe(2)
  expect(there.feed.news.seen).toBe(there.feed.news.known)
})

test('a name that is changed where nobody asked for the newest posts is seen where somebody did', async () => {
  const [here, there, told] = [headWith(), headWith(), await listen()]
  const author = await aUser()
  await aPost({ by: author, content: 'By somebody' })
  await there.feed.snapshot()
  await database.user.update({ where: { id: author.id }, data: { displayName: 'Somebody else' } })
  await here.feed.authorChanged(author.id)
  await expect.poll(() => told).toHaveLength(1)
  for (const notice of told) there.feed.hear(notice)
  await there.feed.news.ask()
  expect((await there.feed.snapshot()).posts[0]?.author.displayName).toBe('Somebody else')
  expect(there.loads()).toBe(1)
})

test('a database whose numbers are lower than what was seen, because it took another’s place, is believed', async () => {
  const { feed, loads } = headWith()
  await feed.snapshot()
  await database.$executeRaw`SELECT setval('news_number', 1)`
  const { id } = await aPost({ by: await aUser(), content: 'After all' })
  feed.doubt()
  expect((await feed.snapshot()).posts[0]?.id).toBe(id)
  expect([feed.news.known, feed.news.seen]).toEqual([1, 1])
  expect(loads()).toBe(2)
})

test('after a doubt they are read again before anybody asks for them', async () => {
  const { feed, loads } = headWith()
  await feed.snapshot()
  feed.doubt()
  expect(feed.news.seen).toBe(0)
  await expect.poll(() => feed.news.seen).toBeGreaterThan(0)
  expect(loads()).toBe(2)
})

test('what was read before the newest posts, and arrives while these are read, does not take their place', async () => {
  const { id } = await aPost({ by: await aUser(), content: 'Before' })
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  let hold: Promise<void> | null = null
  let isRead = () => {}
  const slow = Object.create(database, {
    rows: {
      value: async (...statement: Parameters<typeof database.rows>) => {
        const wait = hold
        hold = null
        const rows = await database.rows(...statement)
        if (wait) isRead()
        await wait
        return rows
      },
    },
  }) as typeof database
  let reading: Promise<unknown> | null = null
  const list: PostReads['list'] = async (asked) => {
    const rows = await reads.list(asked)
    if (reading) letGo()
    await reading
    return rows
  }
  const feed = createFeedHead({ posts: { ...reads, list }, database: slow, log, trust: HOUR })
  await feed.snapshot()
  hold = held
  await new Promise<void>((resolve) => {
    isRead = resolve
    reading = feed.postChanged(id)
  })
  await database.post.update({ where: { id }, data: { content: 'After' } })
  await headWith().feed.postChanged(id)
  await feed.news.ask()
  expect((await feed.snapshot()).posts.find((post) => post.id === id)?.content).toBe('After')
})
