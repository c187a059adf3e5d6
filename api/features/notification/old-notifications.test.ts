import { expect, test } from 'vitest'
import { testApi } from '#api/test/servers/test-api.ts'
import { deleteOldNotifications } from './old-notifications.job.ts'

const { aUser, services, statements } = await testApi()
const { database, ids } = services

/** More than a statement looks at. */
const MANY = 5_001

test('what arrived for deleted accounts is removed, however many rows others have', async () => {
  const reader = await aUser()
  const [first, last] = [`0000${reader.id.slice(4)}`, `ffff${reader.id.slice(4)}`]
  const mark = (userId: string) => ({
    ...{ userId, kind: 'LIKE' as const, subjectId: crypto.randomUUID(), quarter: new Date() },
  })
  const notification = (userId: string) => ({ id: ids.next(), userId, kind: 'FOLLOW' as const })
  const ofReader = Array.from({ length: MANY }, () => reader.id)
  const userIds = [first, ...ofReader, last]
  await database.pendingNotification.createMany({ data: userIds.map(mark) })
  await database.notification.createMany({ data: userIds.map(notification) })

  const sent = await statements.of(() => deleteOldNotifications(services, Date.now()))
  const where = { userId: { in: [first, last] } }
  expect(await database.pendingNotification.count({ where })).toBe(0)
  expect(await database.notification.count({ where })).toBe(0)
  expect(await database.pendingNotification.count()).toBe(MANY)
  expect(await database.notification.count()).toBe(MANY)
  expect(sent.filter((text) => text.includes('DELETE') && !text.includes('LIMIT'))).toEqual([])
})
