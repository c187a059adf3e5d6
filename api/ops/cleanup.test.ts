import { expect, test } from 'vitest'
import { deleteAccount, finishDeletions } from '#api/features/auth/account/delete-account.write.ts'
import { seeds } from '#api/test/seeds.ts'
import { testServer } from '#api/test/server.ts'
import { createCleanupJobs } from './cleanup.ts'

const { services } = await testServer()
const { aUser } = seeds(services)
const { database, ids, pictures } = services

test('the cleanup removes nothing more after the shutdown began', async () => {
  const hashes = Array.from({ length: 50 }, (_, index) => index.toString(16).padStart(64, '0'))
  const shutdown = new AbortController()
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  let removed = 0
  const remove = async () => {
    removed++
    shutdown.abort()
    start()
  }
  const cleanup = createCleanupJobs(
    { ...services, pictures: { ...pictures, hashes: async () => hashes, remove } },
    shutdown.signal,
  )
  cleanup.start()
  await started
  await cleanup.stop()
  expect(removed).toBe(1)
})

test('the next cleanup finishes an aborted account deletion', async () => {
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
