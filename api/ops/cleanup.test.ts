import { expect, test } from 'vitest'
import { deleteAccount, finishDeletions } from '#api/features/auth/account/delete-account.write.ts'
import { seeds } from '#api/test/seeds.ts'
import { testServer } from '#api/test/server.ts'
import { createSweeping } from './cleanup.ts'

const { services } = await testServer()
const { aUser } = seeds(services)
const { database, ids, pictures } = services

test('a server that is asked to end begins with nothing more that could be removed', async () => {
  const hashes = Array.from({ length: 50 }, (_, index) => index.toString(16).padStart(64, '0'))
  const asked = new AbortController()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  let removed = 0
  const remove = async () => {
    removed++
    asked.abort()
    begin()
  }
  const sweeping = createSweeping(
    { ...services, pictures: { ...pictures, hashes: async () => hashes, remove } },
    asked.signal,
  )
  sweeping.start()
  await begun
  await sweeping.stop()
  expect(removed).toBe(1)
})

test('nor with the next part of an account that is being deleted, which the next sweep finishes', async () => {
  const { id } = await aUser()
  const data = Array.from({ length: 2_001 }, () => ({
    id: ids.next(),
    authorId: id,
    content: 'Once',
    mediaType: 'TEXT' as const,
    createdAt: new Date(),
  }))
  await database.post.createMany({ data })
  await expect(deleteAccount(services, id, AbortSignal.abort())).rejects.toThrow('aborted')
  expect(await database.user.findUnique({ where: { id } })).toMatchObject({
    displayName: 'Deleted account',
    bio: null,
  })
  expect(await database.post.count({ where: { authorId: id } })).toBe(1)
  await finishDeletions(services)
  expect(await database.user.findUnique({ where: { id } })).toBeNull()
})
