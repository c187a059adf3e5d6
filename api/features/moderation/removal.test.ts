import { expect, test } from 'vitest'
import { createVisibilityLookup } from '#api/features/media/hidden-media.ts'
import { cleanUpMedia } from '#api/features/media/media.cleanup.ts'
import { addLikes, failDeletesOf, limitDeletes } from '#api/test/database/failing-deletes.ts'
import { moderation } from '#api/test/people/moderation.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { deleteRemoved } from './removal.write.ts'

const api = await testApi()
const { as, aUser, aPost, anUpload, services } = api
const { database } = services
const { aModerator, aReport, resolve } = moderation(api)
const asModerator = as(await aModerator(services))

const DAY_MS = 24 * 60 * 60 * 1000
const cleanUpIn = (days: number) =>
  deleteRemoved(services, Date.now() + days * DAY_MS, new AbortController().signal)

async function decided(action: string) {
  const author = await aUser()
  const post = await aPost({ by: author })
  const { report } = await resolve(asModerator, await aReport(post), action)
  const exists = async () => (await database.post.count({ where: { id: post.id } })) > 0
  return { author, post, eventId: report.decision.id as string, exists }
}

test('removed posts are deleted after 30 days, hidden ones stay', async () => {
  const [removed, hidden] = [await decided('REMOVE'), await decided('HIDE')]
  await cleanUpIn(29)
  expect(await removed.exists()).toBe(true)
  await cleanUpIn(31)
  expect(await removed.exists()).toBe(false)
  expect(await hidden.exists()).toBe(true)
})

test('a removed post takes its whole thread with it', async () => {
  const author = await aUser()
  const post = await aPost({ by: author })
  const { id: threadRootId } = post
  await database.post.createMany({
    data: Array.from({ length: 1_001 }, () => {
      const place = { isReply: true, threadRootId, inReplyToId: threadRootId }
      const text = { content: 'x', mediaType: 'TEXT' as const }
      return {
        id: services.ids.next(),
        authorId: author.id,
        createdAt: new Date(),
        ...text,
        ...place,
      }
    }),
  })
  await resolve(asModerator, await aReport(post), 'REMOVE')
  await cleanUpIn(31)
  expect(
    await database.post.count({ where: { OR: [{ id: threadRootId }, { threadRootId }] } }),
  ).toBe(0)
})

test('an open appeal and a decision that was taken back keep a removed post', async () => {
  const [appealed, reversed] = [await decided('REMOVE'), await decided('REMOVE')]
  await as(appealed.author).data(
    'mutation ($id: ID!) { appealDecision(input: { eventId: $id, text: "No" }) { appeal { id } } }',
    { id: appealed.eventId },
  )
  await asModerator.data(
    'mutation ($id: ID!) { reverseDecision(input: { eventId: $id }) { event { id } } }',
    { id: reversed.eventId },
  )
  await cleanUpIn(31)
  expect([await appealed.exists(), await reversed.exists()]).toEqual([true, true])
  await database.appeal.updateMany({ data: { outcome: 'KEPT', closedAt: new Date() } })
  await cleanUpIn(31)
  expect([await appealed.exists(), await reversed.exists()]).toEqual([false, true])
})

test('a hidden avatar is gone at once, and is still there when it is shown again', async () => {
  const person = await aUser()
  const { id, path, hash } = await anUpload({ by: person })
  await database.user.update({
    where: { id: person.id },
    data: { avatar: path, avatarMediaId: id },
  })
  const visibility = createVisibilityLookup(services)
  const { report } = await resolve(asModerator, await aReport(person), 'HIDE')
  expect(await visibility(hash)).toMatchObject({ visibility: 'hidden' })
  await cleanUpMedia(services, Date.now() + 2 * DAY_MS)
  await asModerator.data(
    'mutation ($id: ID!) { reverseDecision(input: { eventId: $id }) { event { id } } }',
    { id: report.decision.id },
  )
  expect(await visibility(hash)).toMatchObject({ visibility: 'visible' })
  const { avatarMediaId } = await database.user.findUniqueOrThrow({ where: { id: person.id } })
  expect(avatarMediaId).toBe(id)
})

test('a popular post is deleted in batches of its likes', async () => {
  const { post, exists } = await decided('REMOVE')
  await addLikes(database, post.id, 5_001)
  await limitDeletes(database, 'Like', 5_000)
  await cleanUpIn(31)
  expect(await exists()).toBe(false)
})

test('a decision that fails does not stop the others, and the job counts as failed', async () => {
  const [first, second, third] = [
    await decided('REMOVE'),
    await decided('REMOVE'),
    await decided('REMOVE'),
  ]
  await failDeletesOf(database, 'Post', [first.post.id, third.post.id])
  const failure = 'Failed to delete what a decision removed'
  await expect(cleanUpIn(31)).rejects.toThrow(failure)
  expect(await second.exists()).toBe(false)
  const lines = api.logLines.filter((line) => line.includes(failure))
  expect(lines.map((line) => JSON.parse(line).item).sort()).toEqual(
    [first.eventId, third.eventId].map(uuidOf),
  )
})
