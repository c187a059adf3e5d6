import pino from 'pino'
import { expect, test } from 'vitest'
import { IdGenerator } from '../../ids.ts'
import { testDatabase } from '../../test/database.ts'
import { seeds } from '../../test/seeds.ts'
import { createPostReads, type PostReads } from '../post/post.read.ts'
import { createFeedHead } from './feed-head.ts'

const { database } = await testDatabase()
const { aUser, aPost } = seeds({ database, ids: new IdGenerator() })
const reads = createPostReads(database)
const log = pino({ level: 'silent' })

/** A process that is told of changes after each of its readings of the newest posts, and before that is of use. */
function headWith(change: () => Promise<unknown>) {
  let loads = 0
  const list: PostReads['list'] = async (asked) => {
    const rows = await reads.list(asked)
    loads++
    await change()
    return rows
  }
  return { feed: createFeedHead({ posts: { ...reads, list }, database, log }), loads: () => loads }
}

test('however fast posts change, the newest are read once, and seen with what changed meanwhile', async () => {
  const author = await aUser()
  const [gone, edited] = [await aPost({ by: author, content: 'Not for long' }), await aPost({ by: author, content: 'Before' })]
  const [here, there] = [headWith(change), headWith(async () => {})]
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
    feed.hear(`another ${id}`)
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
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>()
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
  const posted = feed.postChanged((await aPost({ by: author, content: 'Posted meanwhile' })).id)
  await isRead
  await database.user.update({ where: { id: author.id }, data: { displayName: 'Renamed meanwhile' } })
  const renamed = feed.authorChanged(author.id)
  letGo()
  await Promise.all([posted, renamed])
  const [newest] = (await feed.snapshot()).posts
  expect(newest).toMatchObject({ content: 'Posted meanwhile', author: { displayName: 'Renamed meanwhile' } })
})
