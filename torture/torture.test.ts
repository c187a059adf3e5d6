import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#api/test/database.ts'
import { testServer } from '#api/test/server.ts'
import { check } from './check.ts'
import { databaseKilled, endedUnderLoad, serverKilled } from './faults.ts'
import { History, type KnownPost } from './history.ts'
import { openWorld, type World } from './world.ts'

const PATIENCE = 60_000

describe('under mixed writes, all that was acknowledged is there once, and nothing by halves', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ seed: 1 })
  }, PATIENCE)
  afterAll(() => world.end())

  test.each([
    ['attack 58: after its database was killed', databaseKilled],
    ['attack 58: after it was killed', serverKilled],
    ['after it was asked to end', endedUnderLoad],
  ])('%s', { timeout: PATIENCE }, async (_when, fault) => {
    const before = world.history.answers.acknowledged
    await fault(world)
    expect(await world.check()).toEqual([])
    expect(world.history.answers.acknowledged).toBeGreaterThan(before)
    if (fault === databaseKilled) expect(world.history.answers.unavailable).toBeGreaterThan(0)
  })
})

test('the checker finds what is lost, twice there, miscounted, out of order or without its picture', async () => {
  const { url, database } = await testDatabase()
  const server = await testServer({ database })
  const ann = server.visitor()
  const { username } = await ann.signUp()
  for (const content of [
    'Once.',
    'Twice.',
    'Twice.',
    'Deleted.',
    'Nobody’s.',
    'Sent later.',
    'Made before.',
  ]) {
    expect((await ann.fetch('/api/posts', { json: { content, mediaType: 'text' } })).status).toBe(
      201,
    )
  }
  await database.post.updateMany({ where: { content: 'Once.' }, data: { likesCount: 3 } })
  const { id: ownerId } = await database.user.findFirstOrThrow({ where: { username } })
  await database.media.create({
    data: { ownerId, hash: 'f'.repeat(64), width: 1, height: 1, bytes: 1, placeholder: '' },
  })

  const history = new History()
  const known = (content: string, more: Partial<KnownPost> = {}): KnownPost => {
    const post: KnownPost = {
      content,
      author: username,
      id: null,
      made: 'acknowledged',
      deleted: null,
      picture: null,
      sentAt: 0,
      madeAt: 0,
      ...more,
    }
    history.posts.push(post)
    return post
  }
  const once = known('Once.')
  known('Twice.')
  known('Deleted.', { deleted: 'acknowledged' })
  known('Lost.')
  known('Never known.', { made: 'unknown' })
  known('Sent later.', { sentAt: 2, madeAt: 3 })
  known('Made before.', { sentAt: 0, madeAt: 1 })
  history.like(username, once, 'liked')
  history.problems.push('Something that an answer said.')
  expect(await check(history, url, server.services.settings.dataDir)).toEqual([
    'Something that an answer said.',
    'Nobody’s. is there, though nobody made it.',
    'Twice. is there 2 times.',
    'Deleted. is there again after it was deleted.',
    'Lost. was acknowledged and is lost.',
    'Made before. was there before Sent later. was sent, and comes before it.',
    `That ${username} likes Once. was acknowledged and is lost.`,
    'There are 1 posts whose count is not the number of their likes.',
    `${'f'.repeat(64)}.webp is missing.`,
    `${'f'.repeat(64)}-small.webp is missing.`,
  ])
})
