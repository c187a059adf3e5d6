import pino from 'pino'
import { expect, test } from 'vitest'
import { IdGenerator } from '#api/lib/ids.ts'
import { followChanges } from '#api/live/changes.ts'
import { afterwards } from '#api/test/afterwards.ts'
import { testDatabase } from '#api/test/database.ts'
import { seeds } from '#api/test/seeds.ts'
import { type TcpProxy, tcpProxy } from '#api/test/tcp-proxy.ts'
import { createPostReads, type PostReads } from '../post/post.read.ts'
import { RecentPosts } from './recent-posts.ts'

const { url, database } = await testDatabase()
const { aUser, aPost, posts } = seeds({ database, ids: new IdGenerator() })
const reads = createPostReads(database)
const log = pino({ level: 'silent' })

/** A process on the database, and how often it has read all the newest posts. */
async function aProcess({
  duringLoad = async () => {},
  at = url,
}: {
  duringLoad?: () => Promise<unknown>
  at?: string
} = {}) {
  const changes = await followChanges({ url: at }, log)
  afterwards(changes.close)
  let loads = 0
  const list: PostReads['list'] = async (asked) => {
    const rows = await reads.list(asked)
    loads++
    await duringLoad()
    return rows
  }
  const recent = new RecentPosts({ posts: { ...reads, list }, database, changes })
  return {
    recent,
    loads: () => loads,
    contents: async () =>
      (await recent.current(true))?.posts.slice(0, 3).map(({ content }) => content),
  }
}

const author = await aUser({ displayName: 'Ann' })

test('whatever an administrator changes in the database is seen at the next read, without reading all posts again', async () => {
  const first = await aPost({ by: author, content: 'First' })
  const { recent, loads, contents } = await aProcess()
  expect(await contents()).toEqual(['First'])
  const second = await aPost({ by: author, content: 'Second' })
  expect(await contents()).toEqual(['Second', 'First'])
  await database.$executeRaw`UPDATE "Post" SET "content" = 'Edited' WHERE "id" = ${second.id}::uuid`
  expect(await contents()).toEqual(['Edited', 'First'])
  await database.$executeRaw`UPDATE "Post" SET "hiddenAt" = now() WHERE "id" = ${second.id}::uuid`
  expect(await contents()).toEqual(['First'])
  await database.$executeRaw`UPDATE "Post" SET "hiddenAt" = NULL WHERE "id" = ${second.id}::uuid`
  await database.$executeRaw`INSERT INTO "Like" ("userId", "postId") VALUES (${author.id}::uuid, ${first.id}::uuid)`
  expect((await recent.current(true))?.posts.map(({ likesCount }) => likesCount)).toEqual([0, 1])
  await database.$executeRaw`UPDATE "User" SET "displayName" = 'Ann of the Hills' WHERE "id" = ${author.id}::uuid`
  expect((await recent.current(true))?.posts[0]?.author.displayName).toBe('Ann of the Hills')
  await database.$executeRaw`DELETE FROM "Post" WHERE "id" = ${second.id}::uuid`
  expect(await contents()).toEqual(['First'])
  expect(loads()).toBe(1)
  await database.$executeRaw`TRUNCATE "Post" CASCADE`
  expect(await contents()).toEqual([])
})

test('a change of the picture that a post shows is seen at the next read', async () => {
  const { recent } = await aProcess()
  const media = await database.media.create({
    data: {
      ownerId: author.id,
      hash: 'a'.repeat(64),
      width: 4,
      height: 3,
      bytes: 1,
      placeholder: 'x',
    },
  })
  const post = await aPost({ by: author, content: 'With a picture' })
  await database.post.update({
    where: { id: post.id },
    data: { imageUrl: '/media/a.webp', mediaId: media.id, mediaType: 'IMAGE' },
  })
  const picture = async () =>
    (await recent.current(true))?.posts.find(({ id }) => id === post.id)?.picture
  expect(await picture()).toMatchObject({ width: 4 })
  await database.$executeRaw`UPDATE "Media" SET "width" = 8 WHERE "id" = ${media.id}::uuid`
  expect(await picture()).toMatchObject({ width: 8 })
  await database.$executeRaw`DELETE FROM "Media" WHERE "id" = ${media.id}::uuid`
  expect(await picture()).toBeNull()
})

test('what changes while all posts are read is seen as well', async () => {
  const post = await aPost({ by: author, content: 'Before' })
  const { contents, loads } = await aProcess({
    duringLoad: () => database.post.update({ where: { id: post.id }, data: { content: 'After' } }),
  })
  expect((await contents())?.[0]).toBe('Before')
  expect((await contents())?.[0]).toBe('After')
  expect(loads()).toBe(1)
})

test('more changes at once than can be listed have all posts read again', async () => {
  const { contents, loads } = await aProcess()
  await contents()
  const many = await posts(1_001, { by: author })
  await contents()
  const before = loads()
  await database.$executeRaw`UPDATE "Post" SET "content" = 'All of them' WHERE "id" = ANY(${many.map(({ id }) => id)}::uuid[])`
  expect(await contents()).toEqual(['All of them', 'All of them', 'All of them'])
  expect(loads()).toBe(before + 1)
})

test('a thousand writes that are rolled back, and one that stays open, cost no reader anything', async () => {
  const { contents, loads } = await aProcess()
  await contents()
  const before = await contents()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const open = database.$transaction(
    async (transaction) => {
      await transaction.post.updateMany({ data: { content: 'Never said' } })
      await held
      throw new Error('rolled back')
    },
    { timeout: 60_000 },
  )
  await database.$executeRawUnsafe(`DO $$ BEGIN
    FOR i IN 1..1000 LOOP
      BEGIN
        INSERT INTO "Post" SELECT * FROM "Post" LIMIT 0;
        RAISE EXCEPTION 'rolled back';
      EXCEPTION WHEN raise_exception THEN NULL;
      END;
    END LOOP;
  END $$`)
  for (let time = 0; time < 20; time++) expect(await contents()).toEqual(before)
  release()
  await expect(open).rejects.toThrow('rolled back')
  expect(await contents()).toEqual(before)
  expect(loads()).toBe(1)
})

test('while changes cannot be heard nothing is answered from memory, and all posts are read again afterwards', async () => {
  const proxy: TcpProxy = await tcpProxy(url)
  afterwards(proxy.close)
  const post = await aPost({ by: author, content: 'Heard' })
  const { recent, contents, loads } = await aProcess({ at: proxy.url })
  expect((await contents())?.[0]).toBe('Heard')
  proxy.silence()
  await database.post.update({ where: { id: post.id }, data: { content: 'Not heard' } })
  expect(await recent.current(true)).toBeNull()
  // Anonymous readers may be answered from memory for less than a second.
  await expect.poll(() => recent.fresh(), { timeout: 5_000 }).toBeNull()
  expect(await recent.current(false)).toBeNull()
  proxy.pass()
  proxy.cut()
  proxy.pass()
  await expect.poll(contents, { timeout: 10_000 }).toEqual(expect.arrayContaining(['Not heard']))
  expect(loads()).toBe(2)
})
