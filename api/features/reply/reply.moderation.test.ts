import { expect, test } from 'vitest'
import { moderation } from '#api/test/people/moderation.ts'
import { replyCalls } from '#api/test/people/replies.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { deleteRemoved } from '../moderation/removal.write.ts'

const api = await testApi()
const { as, aUser, aPost, services } = api
const [ada, ben] = [await aUser(), await aUser()]
const { reply, thread, contents } = replyCalls(api, { by: ben, to: ada })
const { aModerator, aReport, resolve } = moderation(api)
const asModerator = as(await aModerator(services))

const REVERSE = /* GraphQL */ `
  mutation ($eventId: ID!) { reverseDecision(input: { eventId: $eventId }) { userErrors { code } } }`
const DAY_MS = 24 * 60 * 60 * 1000

/** A thread of two replies, of which a moderator decides about the first. */
async function decided(action: string) {
  const post = await aPost({ by: ada })
  const first = await reply(post, 'unkind')
  await reply(post, 'kind')
  const { report } = await resolve(asModerator, await aReport(first), action)
  const texts = async () => contents((await thread(post)).replies)
  const count = async () => (await thread(post)).repliesCount
  return { texts, count, first, eventId: report.decision.id as string }
}

test('a hidden reply leaves its thread, and comes back', async () => {
  const { texts, count, eventId } = await decided('HIDE')
  expect([await texts(), await count()]).toEqual([['kind'], 2])
  await asModerator.data(REVERSE, { eventId })
  expect([await texts(), await count()]).toEqual([['unkind', 'kind'], 2])
})

test('a removed reply is deleted after 30 days, and its thread stays', async () => {
  const { texts, count } = await decided('REMOVE')
  expect([await texts(), await count()]).toEqual([['kind'], 2])
  await deleteRemoved(services, Date.now() + 31 * DAY_MS, new AbortController().signal)
  expect([await texts(), await count()]).toEqual([['kind'], 1])
})

test('a warning about a reply leaves it where it is', async () => {
  const { texts } = await decided('WARN')
  expect(await texts()).toEqual(['unkind', 'kind'])
})

test('hiding the posts of a suspended account hides its replies', async () => {
  const post = await aPost({ by: ada })
  const unkind = await reply(post, 'unkind')
  await reply(post, 'kind', as(ada))
  await resolve(asModerator, await aReport(unkind), 'SUSPEND', { suspendDays: 3, hidePosts: true })
  expect(contents((await thread(post)).replies)).toEqual(['kind'])
})
