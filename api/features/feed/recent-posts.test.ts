import pino from 'pino'
import { expect, test } from 'vitest'
import { IdGenerator } from '#api/lib/ids.ts'
import { followChanges } from '#api/live/changes.ts'
import { testDatabase } from '#api/test/database/database.ts'
import { PATIENT } from '#api/test/database/locks.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { PATIENT_FEED } from '#api/test/servers/settings.ts'
import { type TcpProxy, tcpProxy } from '#api/test/servers/tcp-proxy.ts'
import { type PostReads, postReads } from '../post/post.read.ts'
import { RecentPostsCache } from './recent-posts.ts'

const { url, database } = await testDatabase()
const { aUser, aPost, posts } = seeds({ database, ids: new IdGenerator() })
const reads = postReads(database)
const log = pino({ level: 'silent' })

/** A cache with its own change feed, which counts how often it reads all posts. */
async function newCache({
  duringLoad = async () => {},
  databaseUrl = url,
  timeouts = PATIENT_FEED,
}: {
  duringLoad?: () => Promise<unknown>
  databaseUrl?: string
  timeouts?: Parameters<typeof followChanges>[2]
} = {}) {
  const changes = await followChanges({ url: databaseUrl }, log, timeouts)
  registerCleanup(changes.close)
  let loads = 0
  const list: PostReads['list'] = async (query) => {
    const rows = await reads.list(query)
    loads++
    await duringLoad()
    return rows
  }
  const cache = new RecentPostsCache({ posts: { ...reads, list }, database, changes })
  return {
    cache,
    loads: () => loads,
    contents: async () =>
      (await cache.get('latest'))?.posts.slice(0, 3).map(({ content }) => content),
  }
}

const author = await aUser({ displayName: 'Ann' })

test('the next read shows any SQL change, without a reload of all posts', async () => {
  const first = await aPost({ by: author, content: 'First' })
  const { cache, loads, contents } = await newCache()
  expect(await contents()).toEqual(['First'])
  const second = await aPost({ by: author, content: 'Second' })
  expect(await contents()).toEqual(['Second', 'First'])
  await database.$executeRaw`UPDATE "Post" SET "content" = 'Edited' WHERE "id" = ${second.id}::uuid`
  expect(await contents()).toEqual(['Edited', 'First'])
  await database.$executeRaw`UPDATE "Post" SET "hiddenAt" = now() WHERE "id" = ${second.id}::uuid`
  expect(await contents()).toEqual(['First'])
  await database.$executeRaw`UPDATE "Post" SET "hiddenAt" = NULL WHERE "id" = ${second.id}::uuid`
  await database.$executeRaw`
    INSERT INTO "Like" ("userId", "postId") VALUES (${author.id}::uuid, ${first.id}::uuid)`
  expect((await cache.get('latest'))?.posts.map(({ likesCount }) => likesCount)).toEqual([0, 1])
  await database.$executeRaw`
    UPDATE "User" SET "displayName" = 'Ann of the Hills' WHERE "id" = ${author.id}::uuid`
  expect((await cache.get('latest'))?.posts[0]?.author.displayName).toBe('Ann of the Hills')
  await database.$executeRaw`DELETE FROM "Post" WHERE "id" = ${second.id}::uuid`
  expect(await contents()).toEqual(['First'])
  expect(loads()).toBe(1)
  await database.$executeRaw`TRUNCATE "Post" CASCADE`
  expect(await contents()).toEqual([])
})

test('the next read shows a change of a picture', async () => {
  const { cache } = await newCache()
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
    (await cache.get('latest'))?.posts.find(({ id }) => id === post.id)?.picture
  expect(await picture()).toMatchObject({ width: 4 })
  await database.$executeRaw`UPDATE "Media" SET "width" = 8 WHERE "id" = ${media.id}::uuid`
  expect(await picture()).toMatchObject({ width: 8 })
  await database.$executeRaw`DELETE FROM "Media" WHERE "id" = ${media.id}::uuid`
  expect(await picture()).toBeNull()
})

test('a change during a reload shows at the next read', async () => {
  const post = await aPost({ by: author, content: 'Before' })
  const { contents, loads } = await newCache({
    duringLoad: () => database.post.update({ where: { id: post.id }, data: { content: 'After' } }),
  })
  expect((await contents())?.[0]).toBe('Before')
  expect((await contents())?.[0]).toBe('After')
  expect(loads()).toBe(1)
})

test('too many changes at once reload all posts', async () => {
  const { contents, loads } = await newCache()
  await contents()
  const many = await posts(1_001, { by: author })
  await contents()
  const before = loads()
  const ids = many.map(({ id }) => id)
  await database.$executeRaw`
    UPDATE "Post" SET "content" = 'All of them' WHERE "id" = ANY(${ids}::uuid[])`
  expect(await contents()).toEqual(['All of them', 'All of them', 'All of them'])
  expect(loads()).toBe(before + 1)
})

test('1,000 rolled-back writes and an open transaction cause no reload', async () => {
  const { contents, loads } = await newCache()
  await contents()
  const before = await contents()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const openTransaction = database.$transaction(async (transaction) => {
    await transaction.post.updateMany({ data: { content: 'Never committed' } })
    await released
    throw new Error('rolled back')
  }, PATIENT)
  await database.$executeRawUnsafe(`DO $$ BEGIN
    FOR i IN 1..1000 LOOP
      BEGIN
        INSERT INTO "Post" SELECT * FROM "Post" LIMIT 0;
        RAISE EXCEPTION 'rolled back';
      EXCEPTION WHEN raise_exception THEN NULL;
      END;
    END LOOP;
  END $$`)
  for (let read = 0; read < 20; read++) expect(await contents()).toEqual(before)
  release()
  await expect(openTransaction).rejects.toThrow('rolled back')
  expect(await contents()).toEqual(before)
  expect(loads()).toBe(1)
})

test('without the change feed the cache is empty, and after a reconnect it reloads', async () => {
  const proxy: TcpProxy = await tcpProxy(url)
  registerCleanup(proxy.close)
  const post = await aPost({ by: author, content: 'Connected' })
  const { cache, contents, loads } = await newCache({
    databaseUrl: proxy.url,
    timeouts: { replyTimeoutMs: 60_000 },
  })
  await expect.poll(async () => (await contents())?.[0]).toBe('Connected')
  proxy.blackhole()
  await database.post.update({ where: { id: post.id }, data: { content: 'Disconnected' } })
  expect(await cache.get('latest')).toBeNull()
  // Anonymous readers may get cached posts for less than a second.
  await expect.poll(() => cache.getIfFresh()).toBeNull()
  expect(await cache.get('recent')).toBeNull()
  proxy.forward()
  proxy.disconnect()
  proxy.forward()
  await expect.poll(contents).toEqual(expect.arrayContaining(['Disconnected']))
  expect(loads()).toBe(2)
})
