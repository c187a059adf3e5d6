import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type AccountTable, accountTables } from '#api/database/account-data.ts'
import { delegateOf, ownedBy } from '#api/database/account-rows.ts'
import { addLikes, failDeletesOf, limitDeletes } from '#api/test/database/failing-deletes.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { authenticator } from '#api/test/people/authenticator.ts'
import type { SignedUp, TestBrowser } from '#api/test/people/browser.ts'
import { addPasskey, beginPasskey } from '#api/test/people/passkeys.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { photo } from '#api/test/pictures/pictures.ts'
import { testServer } from '#api/test/servers/server.ts'
import { reasons } from '#rules/reasons.ts'
import { deleteAccount, finishDeletions } from './delete-account.write.ts'

const server = await testServer()
const { database, pictures } = server.services

interface Post {
  id: string
  likesCount: number
}

async function member(): Promise<TestBrowser & { account: SignedUp; uuid: string }> {
  const visitor = server.browser()
  const account = await visitor.signUp()
  return { ...visitor, account, uuid: uuidOf(account.id) }
}
async function post(visitor: TestBrowser, imageUrl: string | null = null): Promise<string> {
  const response = await visitor.fetch('/api/posts', { json: { content: 'A good day', imageUrl } })
  expect(response.status).toBe(201)
  return ((await response.json()) as Post).id
}
const like = (visitor: TestBrowser, id: string) =>
  visitor.fetch(`/api/posts/${id}/like`, { method: 'POST' })
async function upload(visitor: TestBrowser, bytes: Uint8Array): Promise<string> {
  const response = await visitor.upload(bytes)
  expect(response.status).toBe(201)
  return ((await response.json()) as { url: string }).url
}
const remove = (visitor: TestBrowser, password: unknown) =>
  visitor.fetch('/api/auth/delete-account', { json: { password } })
const likesOf = async (id: string) =>
  ((await (await server.browser().fetch('/api/posts')).json()) as Post[]).find(
    (each) => each.id === id,
  )?.likesCount
const statusOf = async (path: string) => (await server.browser().fetch(path)).status

/** The number of an account's rows in each table. */
async function countRows(userId: string): Promise<Partial<Record<AccountTable, number>>> {
  const counts: Partial<Record<AccountTable, number>> = {}
  for (const table of accountTables)
    counts[table] = await delegateOf(database, table).count({ where: ownedBy(table, userId) })
  return counts
}
/** Posts whose stored like count is wrong. */
const findMiscounted = () => database.$queryRaw`
  SELECT "id" FROM "Post" p
  WHERE "likesCount" <> (SELECT count(*) FROM "Like" l WHERE l."postId" = p."id")`
const noRows = Object.fromEntries(accountTables.map((table) => [table, 0]))

test('deleting an account deletes its data, updates counts and keeps the data of others', async () => {
  const [ann, bob] = [await member(), await member()]
  const [own, shared] = [
    await photo({ hue: 10 }).png().toBuffer(),
    await photo({ hue: 200 }).png().toBuffer(),
  ]
  const [ownUrl, sharedUrl] = [await upload(ann, own), await upload(ann, shared)]
  await upload(bob, shared)
  const annsPost = await post(ann, ownUrl)
  const [bobsPost, bobsPicture] = [await post(bob), await post(bob, sharedUrl)]
  for (const id of [annsPost, bobsPost, bobsPicture])
    for (const liker of [ann, bob]) expect((await like(liker, id)).status).toBe(200)
  await ann.fetch('/api/posts', {
    json: { content: 'Once' },
    headers: { 'idempotency-key': 'once' },
  })
  expect((await addPasskey(ann, authenticator(server.url))).status).toBe(201)
  expect((await beginPasskey(ann)).status).toBe(200)
  const phone = server.browser()
  await phone.fetch('/api/auth/sign-in/email', {
    json: { email: ann.account.email, password: ann.account.password },
  })
  const before = await countRows(bob.uuid)
  expect(await countRows(ann.uuid)).toMatchObject({
    User: 1,
    UserSearch: 1,
    Post: 2,
    PostKey: 1,
    Like: 3,
    Media: 2,
    Session: 2,
    Account: 1,
    Passkey: 1,
    Verification: 1,
  })

  const response = await remove(ann, ann.account.password)
  expect([response.status, [...ann.cookies.keys()]]).toEqual([
    204,
    [expect.stringMatching(/^good-vibes-\d+\.passkey$/)],
  ])
  expect(await countRows(ann.uuid)).toEqual(noRows)
  // Bob's like was deleted with the post.
  expect(await countRows(bob.uuid)).toEqual({ ...before, Like: 2 })
  expect([await likesOf(annsPost), await likesOf(bobsPost), await likesOf(bobsPicture)]).toEqual([
    undefined,
    1,
    1,
  ])
  expect(await database.postSearch.count()).toBe(2)

  expect((await phone.fetch('/api/auth/user')).status).toBe(401)
  expect(await statusOf(`/api/users/${ann.account.username}`)).toBe(404)
  expect([
    await statusOf(ownUrl),
    await statusOf(ownUrl.replace('.webp', '-thumb.webp')),
    await statusOf(sharedUrl),
  ]).toEqual([404, 404, 200])
  expect(readdirSync(pictures.location)).toHaveLength(3)
  await expectProblem(
    await server.browser().fetch('/api/auth/sign-in/email', {
      json: { email: ann.account.email, password: ann.account.password },
    }),
    401,
  )
  // The username and email are free again.
  await server.browser().signUp(ann.account)
})

test('deleting an account needs its password', async () => {
  const ann = await member()
  expect((await expectProblem(await remove(ann, 'not my password'), 403)).errors).toEqual([
    { field: 'password', code: 'PASSWORD_WRONG', message: reasons.PASSWORD_WRONG },
  ])
  for (const password of ['', undefined, { not: '' }, []])
    expect((await expectProblem(await remove(ann, password), 400)).detail).toBe(
      reasons.PASSWORD_EMPTY,
    )
  expect((await ann.fetch('/api/auth/user')).status).toBe(200)
})

test('attack 55: writes during an account’s deletion leave no rows, and writes of others succeed', async () => {
  const [bob, carl] = [await member(), await member()]
  const posts = await Promise.all(Array.from({ length: 8 }, () => post(bob)))
  for (let round = 0; round < 2; round++) {
    const ann = await member()
    const picture = await photo({ hue: round * 40 })
      .png()
      .toBuffer()
    const own = await post(ann)
    const others = posts.flatMap((id) => [
      like(carl, id),
      carl.fetch(`/api/posts/${id}/like`, { method: 'DELETE' }),
    ])
    const writes = posts.flatMap((id) => [
      like(ann, id),
      ann.fetch('/api/posts', { json: { content: 'Still here' } }),
    ])
    const [, ...rest] = await Promise.all([
      deleteAccount(server.services, ann.uuid),
      ...others,
      like(carl, own),
      ...writes,
      ann.upload(picture),
      ann.fetch(`/api/users/${ann.account.id}`, { method: 'PATCH', json: { bio: 'Still here' } }),
    ])
    const statuses = rest.map(({ status }) => status)
    expect(statuses.slice(0, others.length)).toEqual(others.map(() => 200))
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(await countRows(ann.uuid)).toEqual(noRows)
  }
  expect(server.logLines.filter((line) => line.includes('"level":50'))).toEqual([])
  expect(await findMiscounted()).toEqual([])
})

/** A member with many posts, likes and liked posts, inserted directly into the database. */
async function prolificMember(count: number): Promise<Awaited<ReturnType<typeof member>>> {
  const [ann, bob] = [await member(), await member()]
  for (const [author, liker] of [
    [ann, bob],
    [bob, ann],
  ] as const) {
    const ids = Array.from({ length: count }, () => server.services.ids.next())
    await database.post.createMany({
      data: ids.map((id) => ({
        id,
        authorId: author.uuid,
        content: 'One of very many',
        mediaType: 'TEXT' as const,
        createdAt: new Date(),
      })),
    })
    await database.like.createMany({ data: ids.map((postId) => ({ postId, userId: liker.uuid })) })
  }
  return ann
}

test('a large account is deleted in batches, and counts are right', async () => {
  const ann = await prolificMember(1_050)
  const response = await remove(ann, ann.account.password)
  expect(response.status).toBe(204)
  expect(await countRows(ann.uuid)).toEqual(noRows)
  expect(await findMiscounted()).toEqual([])
  await server.browser().signUp(ann.account)
})

test('a large account is deleted even if others have names like those of deleted accounts', async () => {
  const ann = await prolificMember(510)
  const [bea, cid] = [await member(), await member()]
  // From before such names were reserved.
  const username = `deleted_${ann.uuid.replaceAll('-', '').slice(-20)}`
  await database.user.update({ where: { id: bea.uuid }, data: { username } })
  await database.user.update({
    where: { id: cid.uuid },
    data: { email: `${ann.uuid}@deleted.invalid` },
  })
  expect((await remove(ann, ann.account.password)).status).toBe(204)
  expect(await countRows(ann.uuid)).toEqual(noRows)
  expect((await bea.fetch('/api/auth/user')).status).toBe(200)
})

test('an interrupted deletion leaves an anonymized account, and is resumed', async () => {
  const ann = await prolificMember(510)
  await database.$executeRaw`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN RAISE EXCEPTION ''Interrupted.''; END'`
  await database.$executeRaw`CREATE TRIGGER fail AFTER DELETE ON "Like" EXECUTE FUNCTION fail()`
  await expectProblem(await remove(ann, ann.account.password), 500)
  expect((await ann.fetch('/api/auth/user')).status).toBe(401)
  expect(await statusOf(`/api/users/${ann.account.username}`)).toBe(404)
  await server.browser().signUp(ann.account)

  await database.$executeRaw`DROP TRIGGER fail ON "Like"`
  await finishDeletions(server.services)
  expect(await countRows(ann.uuid)).toEqual(noRows)
  expect(await findMiscounted()).toEqual([])
  expect(await database.user.count({ where: { username: ann.account.username } })).toBe(1)
})

test('a popular post is deleted in batches of its likes and replies', async () => {
  const [ann, bob] = [await member(), await member()]
  const threadRootId = uuidOf(await post(ann))
  await addLikes(database, threadRootId, 5_001)
  const reply = { threadRootId, inReplyToId: threadRootId, isReply: true, content: 'Well done' }
  const replies = Array.from({ length: 501 }, () => {
    const id = server.services.ids.next()
    return { ...reply, id, authorId: bob.uuid, mediaType: 'TEXT' as const, createdAt: new Date() }
  })
  await database.post.createMany({ data: replies })
  await limitDeletes(database, 'Like', 5_000)
  await limitDeletes(database, 'Post', 500)
  expect((await remove(ann, ann.account.password)).status).toBe(204)
  expect(await countRows(ann.uuid)).toEqual(noRows)
  expect(await database.post.count({ where: { authorId: bob.uuid } })).toBe(0)
})

test('a deletion that fails does not stop the others, and the job counts as failed', async () => {
  const people = [await member(), await member(), await member()]
  const [first, , last] = people.map(({ uuid }) => uuid)
  for (const { uuid } of people) {
    const data = { email: `${uuid}.x@deleted.invalid`, disabledAt: new Date() }
    await database.user.update({ where: { id: uuid }, data })
  }
  await failDeletesOf(database, 'User', [`${first}`, `${last}`])
  const failure = 'Failed to finish deleting an account'
  await expect(finishDeletions(server.services)).rejects.toThrow(`${failure}: 2 of 3`)
  const where = { id: { in: people.map(({ uuid }) => uuid) } }
  expect(
    await database.user.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } }),
  ).toEqual([{ id: first }, { id: last }])
  const lines = server.logLines
    .filter((line) => line.includes(failure))
    .map((line) => JSON.parse(line))
  expect(lines.map(({ item }) => item).sort()).toEqual([first, last])
})
