import { expect, test } from 'vitest'
import { whileLocked } from '#api/test/database/locks.ts'
import { replyCalls } from '#api/test/people/replies.ts'
import { testApi } from '#api/test/servers/test-api.ts'

const api = await testApi()
const { as, aUser, aPost, services, logLines } = api
const { database } = services
const [ada, ben] = [await aUser(), await aUser()]
const { answer, reply, thread, remove } = replyCalls(api, { by: ben, to: ada })

test('a reply that waits while its thread is closed is refused, and its key is free', async () => {
  const post = await aPost({ by: ada })
  const key = { clientKey: 'late' }
  const elsewhere = await aPost({ by: ada })
  const data = { repliesClosedAt: new Date() }
  const [late, other] = await whileLocked(database, {
    lock: (transaction) => transaction.post.update({ where: { id: post.id }, data }),
    call: () => Promise.all([answer(post, 'too late', as(ben), key), answer(elsewhere, 'in time')]),
  })
  expect(late).toEqual({
    post: null,
    userErrors: [expect.objectContaining({ code: 'CONFLICT', reason: 'REPLIES_CLOSED' })],
  })
  expect(other.userErrors).toEqual([])
  expect(await thread(post)).toMatchObject({ repliesCount: 0, replies: { nodes: [] } })
  await database.post.update({ where: { id: post.id }, data: { repliesClosedAt: null } })
  expect((await answer(post, 'again', as(ben), key)).userErrors).toEqual([])
})

test('attack 55: replies while the post is deleted leave no orphan and no internal error', async () => {
  for (let round = 1; round <= 5; round++) {
    const post = await aPost({ by: ada })
    const before = await reply(post, 'before')
    const results = await Promise.all([
      ...Array.from({ length: 20 }, (_, number) => answer(number % 2 ? post : before, 'meanwhile')),
      remove(before, as(ben)),
      remove(post),
    ])
    const codes = results.flatMap(({ userErrors = [] }) =>
      userErrors.map(({ code }: never) => code),
    )
    expect(new Set([...codes, 'NOT_FOUND'])).toEqual(new Set(['NOT_FOUND']))
    expect(await database.post.count({ where: { threadRootId: post.id } })).toBe(0)
  }
  expect(logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})

test('concurrent replies and their deletion keep the count exact', async () => {
  const post = await aPost({ by: ada })
  await Promise.all(
    Array.from({ length: 60 }, async (_, number) => {
      const own = await reply(post, `number ${number}`)
      if (number % 3 === 0) await remove(own, as(ben))
    }),
  )
  expect((await thread(post)).repliesCount).toBe(40)
  expect(await database.post.count({ where: { threadRootId: post.id } })).toBe(40)
})
