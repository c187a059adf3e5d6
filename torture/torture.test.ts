import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#api/test/database/database.ts'
import { testServer } from '#api/test/servers/server.ts'
import { checkHistory } from './check.ts'
import { cutReaders, killDatabase, killServer, terminateServer } from './faults.ts'
import { type Harness, startHarness } from './harness.ts'
import { History, type RecordedPost } from './history.ts'
import { PATIENCE } from './time-limits.ts'

describe('under mixed writes, every acknowledged write is stored once and completely, and told once', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness({ seed: 1, limits: PATIENCE })
  })
  afterAll(() => harness.stop())

  test.each([
    ['attack 58: after the database was killed', killDatabase],
    ['attack 58: after the server was killed', killServer],
    ['after the server was terminated', terminateServer],
    ['after the connection of live readers was cut', cutReaders],
  ])('%s', async (_when, fault) => {
    const before = harness.history.counts.acknowledged
    await fault(harness)
    expect(await harness.check()).toEqual([])
    expect(harness.history.counts.acknowledged).toBeGreaterThan(before)
    if (fault === killDatabase) expect(harness.history.counts.unavailable).toBeGreaterThan(0)
  })
})

test('the checker finds missing, duplicate, miscounted and unordered posts, and missing files', async () => {
  const { url, database } = await testDatabase()
  const server = await testServer({ database })
  const ann = server.browser()
  const { username } = await ann.signUp()
  for (const content of [
    'Once.',
    'Twice.',
    'Twice.',
    'Deleted.',
    'Unsent.',
    'Sent later.',
    'Acknowledged before.',
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
  const record = (content: string, more: Partial<RecordedPost> = {}): RecordedPost => {
    const post: RecordedPost = {
      content,
      author: username,
      parent: null,
      id: null,
      created: 'acknowledged',
      deleted: null,
      imageUrl: null,
      sentAt: 0,
      acknowledgedAt: 0,
      ...more,
    }
    history.posts.push(post)
    return post
  }
  const once = record('Once.')
  record('Twice.')
  record('Deleted.', { deleted: 'acknowledged' })
  record('Lost.')
  record('No response.', { created: 'unknown' })
  record('Sent later.', { sentAt: 2, acknowledgedAt: 3 })
  record('Acknowledged before.', { sentAt: 0, acknowledgedAt: 1 })
  history.like(username, once, 'liked')
  history.problems.push('A problem in a response.')
  expect(await checkHistory(history, url, server.services.settings.dataDir)).toEqual([
    'A problem in a response.',
    'Unsent. exists, but no user sent it.',
    'Twice. exists 2 times.',
    'Deleted. exists, but its deletion was acknowledged.',
    'Lost. was acknowledged, but is missing.',
    'Acknowledged before. was acknowledged before Sent later. was sent, but is newer in the feed.',
    `The like of ${username} for Once. was acknowledged, but is missing.`,
    'There are 1 posts with a wrong like count.',
    `${'f'.repeat(64)}-thumb.webp is missing.`,
    `${'f'.repeat(64)}-small.webp is missing.`,
    `${'f'.repeat(64)}.webp is missing.`,
  ])
})
