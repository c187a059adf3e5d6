import { expect, test } from 'vitest'
import { testDatabase } from '#api/test/database/database.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { subscribe } from '#api/test/servers/event-stream.ts'
import { execute } from '#api/test/servers/feed-server.ts'
import { createManualClock } from '#api/test/servers/manual-clock.ts'
import { testServer } from '#api/test/servers/server.ts'
import { demoUser } from '#rules/demo-user.ts'

const { database } = await testDatabase()
const settings = { demoUser: true }
const server = await testServer({ database, settings })
const otherServer = await testServer({ database, settings })
const { aPost, aReply, aUser, theDemoUser } = seeds(server.services)

const UPDATED = 'subscription { notificationsUpdated { id unreadNotificationsCount } }'
const LIST = '{ viewer { notifications(first: 1) { nodes { id } } } }'
const READ = /* GraphQL */ `
  mutation ($upToId: ID!) { markNotificationsRead(input: { upToId: $upToId }) { user { id } } }`

async function signedUp(from = server) {
  const browser = from.browser()
  const { id } = await browser.signUp()
  const uuid = uuidOf(id)
  const post = await aPost({ by: { id: uuid } })
  return { browser, id, uuid, post }
}

/** The same session through another worker. */
function elsewhere(browser: TestBrowser): TestBrowser {
  const other = otherServer.browser()
  other.copyCookies(browser)
  return other
}

/** Opens a stream after the server has received all earlier changes, as a read of the feed does. */
async function follow(browser: TestBrowser) {
  await execute(browser, '{ feed(first: 1) { nodes { id } } }')
  const stream = await subscribe(browser, { query: UPDATED })
  const next = async () => (await stream.next()).data.notificationsUpdated
  return { stream, next }
}

test('notifications that arrive or are read, also through another worker, update the count', async () => {
  const { browser, id, post } = await signedUp()
  const { next } = await follow(elsewhere(browser))
  expect(await next()).toEqual({ id, unreadNotificationsCount: 0 })
  await aReply({ by: await aUser(), to: post })
  expect(await next()).toEqual({ id, unreadNotificationsCount: 1 })
  const { body } = await execute(browser, LIST)
  const { notifications } = body.data.viewer as { notifications: { nodes: { id: string }[] } }
  await execute(browser, READ, { upToId: notifications.nodes[0]?.id })
  expect(await next()).toEqual({ id, unreadNotificationsCount: 0 })
})

test('notifications within a second are one event, for their recipient alone', async () => {
  const clock = createManualClock()
  const timed = await testServer({ database, settings, clock })
  const [ada, ben] = [await signedUp(timed), await signedUp(timed)]
  const [adas, bens] = [await follow(ada.browser), await follow(ben.browser)]
  for (const { next } of [adas, bens])
    expect(await next()).toMatchObject({ unreadNotificationsCount: 0 })
  const replier = await aUser()
  clock.advance(1_000)
  await aReply({ by: replier, to: ada.post })
  expect(await adas.next()).toMatchObject({ unreadNotificationsCount: 1 })
  for (let count = 2; count <= 30; count++) await aReply({ by: replier, to: ada.post })
  clock.advance(1_000)
  expect(await adas.next()).toMatchObject({ unreadNotificationsCount: 30 })
  await aReply({ by: replier, to: ben.post })
  clock.advance(1_000)
  expect(await bens.next()).toMatchObject({ unreadNotificationsCount: 1 })
})

test('a mute takes notifications out of the count', async () => {
  const { browser, post } = await signedUp()
  const replier = await aUser()
  await aReply({ by: replier, to: post })
  const { next } = await follow(browser)
  expect(await next()).toMatchObject({ unreadNotificationsCount: 1 })
  const MUTE = `mutation { muteUser(input: { userId: "${replier.publicId}" }) { user { id } } }`
  await execute(browser, MUTE)
  expect(await next()).toMatchObject({ unreadNotificationsCount: 0 })
})

test('anonymous callers and the demo user have no such stream', async () => {
  await theDemoUser()
  for (const headers of [{}, { [demoUser.header]: '1' }]) {
    const { response } = await subscribe(server.browser(), { query: UPDATED, headers })
    expect(response.status).toBe(401)
  }
})
