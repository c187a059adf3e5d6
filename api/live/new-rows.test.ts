import { expect, test } from 'vitest'
import { oldestIdAt } from '#api/lib/ids.ts'
import { testDatabase } from '#api/test/database/database.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { type EventStream, subscribe } from '#api/test/servers/event-stream.ts'
import { testServer } from '#api/test/servers/server.ts'
import { NewRows } from './new-rows.ts'

const { database } = await testDatabase()
const server = await testServer({ database })
const { ids } = server.services
const { aUser, aPost } = seeds(server.services)

/** More than a page of rows. */
const MANY = 150

async function signedUp() {
  const browser = server.browser()
  const { id } = await browser.signUp()
  return { browser, uuid: uuidOf(id) }
}

const open = (browser: TestBrowser, query: string) => subscribe(browser, { query })

async function received(stream: EventStream, count: number, field: string): Promise<string[]> {
  const values: string[] = []
  while (values.length < count) {
    const { id, username, content } = (await stream.next()).data[field]
    values.push(content ?? username ?? id)
  }
  return values
}

/** An id from two seconds ago, as that of a transaction that commits late. */
const lateId = () => oldestIdAt(Date.now() - 2_000)

test('a follow that commits late arrives, and so do more than 100 at once', async () => {
  const { browser, uuid: followeeId } = await signedUp()
  const stream = await open(browser, 'subscription { followed { username } }')
  const people = await Promise.all(Array.from({ length: MANY + 2 }, () => aUser()))
  const [first, late, ...others] = people
  const follow = (follower: { id: string } | undefined, id = ids.next()) => ({
    ...{ id, followerId: follower?.id ?? '', followeeId },
  })
  await database.follow.create({ data: follow(first) })
  expect(await received(stream, 1, 'followed')).toEqual([first?.username])
  await database.follow.create({ data: follow(late, lateId()) })
  expect(await received(stream, 1, 'followed')).toEqual([late?.username])
  await database.follow.createMany({ data: others.map((other) => follow(other)) })
  const names = await received(stream, MANY, 'followed')
  expect(names.sort()).toEqual(others.map(({ username }) => username).sort())
  await stream.close()
})

test('a reply that commits late arrives, and so do more than 100 at once', async () => {
  const { browser } = await signedUp()
  const author = await aUser()
  const post = await aPost({ by: author })
  const stream = await open(
    browser,
    `subscription { replyCreated(postId: "${post.publicId}") { content } }`,
  )
  const reply = (content: string, id = ids.next()) => ({
    ...{ id, authorId: author.id, content, mediaType: 'TEXT' as const, createdAt: new Date() },
    ...{ isReply: true, threadRootId: post.id, inReplyToId: post.id },
  })
  await database.post.create({ data: reply('first') })
  expect(await received(stream, 1, 'replyCreated')).toEqual(['first'])
  await database.post.create({ data: reply('late', lateId()) })
  expect(await received(stream, 1, 'replyCreated')).toEqual(['late'])
  const contents = Array.from({ length: MANY }, (_, number) => `number ${number}`)
  await database.post.createMany({ data: contents.map((content) => reply(content)) })
  expect(await received(stream, MANY, 'replyCreated')).toEqual(contents)
  await stream.close()
})

test('no older row is new again when the newest one leaves the list', async () => {
  const [a, b, x, c] = [0, 4_000, 8_000, 9_000].map((time) => oldestIdAt(Date.now() + time))
  let list = [a]
  const readAfter = async (after: string) => list.filter((id = '') => id > after)
  const rows = await NewRows.startAt(a, readAfter, { idOf: (id = '') => id, pageSize: 100 })
  list = [a, b, x]
  expect(await rows.read(readAfter)).toEqual([b, x])
  list = [a, b]
  expect(await rows.read(readAfter)).toEqual([])
  list = [a, b, c]
  expect(await rows.read(readAfter)).toEqual([c])
})
