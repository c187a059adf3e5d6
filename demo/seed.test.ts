import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createPictureStore } from '#api/features/media/picture-store.ts'
import { DEMO_USER_UUID, timeOf } from '#api/lib/ids.ts'
import { testDatabase } from '#api/test/database/database.ts'
import { people } from './people.ts'
import { seedDemo } from './seed.ts'
import { ensureDemoUser, resetDemoUser } from './seed-demo-user.ts'

const { database } = await testDatabase()
const dataDir = mkdtempSync(path.join(tmpdir(), 'good-vibes-seed-'))
const pictures = createPictureStore(dataDir)
let logged: { msg: string; ms: number }[] = []
const log = pino({}, { write: (line: string) => logged.push(JSON.parse(line)) })
const services = { database, pictures, log, settings: { demoUser: true } }

afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
beforeEach(async () => {
  await database.user.deleteMany()
  rmSync(pictures.location, { recursive: true, force: true })
  logged = []
})

const demo = () =>
  database.user.findUnique({
    where: { id: DEMO_USER_UUID },
    include: { search: true, avatarMedia: true },
  })

test('loads people, posts, pictures, likes, follows and shares into an empty database once', async () => {
  await ensureDemoUser(services)
  expect(await seedDemo(services)).toBe(true)
  expect(logged).toEqual([expect.objectContaining({ msg: 'Demo content loaded', people: 12 })])
  console.log(`Demo content loaded in ${logged[0]?.ms} ms`)

  const posts = await database.post.findMany({
    include: {
      media: true,
      search: true,
      _count: { select: { likes: true, events: { where: { kind: 'SHARE' } } } },
    },
    orderBy: { id: 'asc' },
  })
  expect(posts.length).toBe(people.reduce((sum, person) => sum + person.posts.length, 0))
  expect(posts.filter((post) => post.likesCount !== post._count.likes)).toEqual([])
  expect(posts.filter((post) => post.sharesCount !== post._count.events)).toEqual([])
  expect(Math.max(...posts.map((post) => post.sharesCount))).toBeGreaterThanOrEqual(5)
  expect(posts.filter((post) => post.createdAt.getTime() !== timeOf(post.id).getTime())).toEqual([])
  expect(posts.filter((post) => !post.search?.grams.length)).toEqual([])
  expect(posts.filter((post) => post.isEarly)).toEqual([])
  const illustrated = posts.filter((post) => post.mediaType === 'IMAGE')
  expect(illustrated.length).toBeGreaterThanOrEqual(40)
  const files = readdirSync(pictures.location)
  for (const { imageUrl, imageAlt, media, authorId } of illustrated) {
    expect(imageAlt).toBeTruthy()
    expect(imageUrl).toBe(`/media/${media?.hash}.webp`)
    expect(media?.ownerId).toBe(authorId)
    expect(files).toEqual(
      expect.arrayContaining([`${media?.hash}.webp`, `${media?.hash}-small.webp`]),
    )
  }

  const users = await database.user.findMany({
    where: { id: { not: DEMO_USER_UUID } },
    include: { accounts: true, search: true, avatarMedia: true },
  })
  const wren = users.find(({ username }) => username === 'wren_draws')
  expect(wren).toMatchObject({ followersCount: people.length - 1, followingCount: 4 })
  expect(users.map(({ username }) => username).sort()).toEqual(
    people.map(({ username }) => username).sort(),
  )
  expect(
    users.flatMap(({ accounts }) => accounts),
    'have no way to sign in',
  ).toEqual([])
  expect(
    users.filter(
      ({ search, avatar, avatarMedia }) => !search || avatar !== `/media/${avatarMedia?.hash}.webp`,
    ),
  ).toEqual([])

  expect(await seedDemo(services)).toBe(false)
  expect(await database.post.count()).toBe(posts.length)
  expect(logged).toHaveLength(1)
})

test('concurrent loads load the content once', async () => {
  const loaded = await Promise.all([seedDemo(services), seedDemo(services)])
  expect(loaded.sort()).toEqual([false, true])
  expect(await database.user.count()).toBe(people.length)
})

test('a failed load leaves nothing, and the next one loads everything', async () => {
  let written = 0
  const write: typeof pictures.write = async (picture) => {
    if (written++ === 30) throw new Error('disk full')
    await pictures.write(picture)
  }
  await expect(seedDemo({ ...services, pictures: { ...pictures, write } })).rejects.toThrow(
    'disk full',
  )
  expect(await database.user.count()).toBe(0)
  expect(await seedDemo(services)).toBe(true)
  expect(await database.like.count()).toBeGreaterThan(100)
})

test('nothing is loaded into a database with accounts', async () => {
  const id = '01890000-0000-7000-8000-000000000001'
  await database.user.create({
    data: { id, displayName: 'Ann', username: 'ann', email: 'ann@example.org' },
  })
  expect(await seedDemo(services)).toBe(false)
  expect(await database.post.count()).toBe(0)
  expect(existsSync(pictures.location)).toBe(false)
})

test('the demo user is created once, and only if the settings enable it', async () => {
  await ensureDemoUser({ ...services, settings: { demoUser: false } })
  expect(await demo()).toBeNull()
  await Promise.all([ensureDemoUser(services), ensureDemoUser(services)])
  const user = await demo()
  expect(user).toMatchObject({
    username: 'demouser',
    displayName: 'Demo User',
    email: 'demo-user@demo.invalid',
    search: { text: ' demo user demouser ' },
  })
  expect(user?.avatar).toBe(`/media/${user?.avatarMedia?.hash}.webp`)
  await database.user.update({
    where: { id: DEMO_USER_UUID },
    data: { bio: 'Changed by a visitor' },
  })
  await ensureDemoUser(services)
  expect((await demo())?.bio).toBe('Changed by a visitor')
})

test('a reset removes only what visitors did as the demo user', async () => {
  expect(await resetDemoUser(services)).toBe(false)
  await ensureDemoUser(services)
  const fresh = await demo()
  const [ann, hers, own] = ['1', '2', '3'].map(
    (last) => `01990000-0000-7000-8000-00000000000${last}`,
  ) as [string, string, string]
  await database.user.create({
    data: { id: ann, displayName: 'Ann', username: 'ann', email: 'ann@example.org' },
  })
  const post = { content: 'Hi', mediaType: 'TEXT' as const, createdAt: new Date() }
  await database.post.createMany({
    data: [
      { ...post, id: hers, authorId: ann },
      { ...post, id: own, authorId: DEMO_USER_UUID },
    ],
  })
  await database.like.createMany({
    data: [ann, DEMO_USER_UUID].flatMap((userId) => [
      { userId, postId: hers },
      { userId, postId: own },
    ]),
  })
  await database.user.update({
    where: { id: DEMO_USER_UUID },
    data: { bio: null, avatar: null, avatarMediaId: null },
  })

  expect(await resetDemoUser(services)).toBe(true)
  expect(await demo()).toMatchObject({
    bio: fresh?.bio,
    avatar: fresh?.avatar,
    avatarMedia: { hash: fresh?.avatarMedia?.hash },
  })
  expect(await database.post.findMany({ select: { id: true, likesCount: true } })).toEqual([
    { id: hers, likesCount: 1 },
  ])
  expect(await database.like.findMany({ select: { userId: true } })).toEqual([{ userId: ann }])
})
