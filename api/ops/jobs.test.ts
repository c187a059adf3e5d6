import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { deleteAccount, finishDeletions } from '#api/features/auth/account/delete-account.write.ts'
import { job as unusedMedia } from '#api/features/media/media.job.ts'
import { job as notificationLag } from '#api/features/notification/lag.job.ts'
import { job as webhookLag } from '#api/features/webhook/lag.job.ts'
import { HOUR_MS, type Job } from '#api/job.ts'
import { firstProcessMetrics } from '#api/telemetry/registry.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { testServer } from '#api/test/servers/server.ts'
import { createJobs, jobs } from './jobs.ts'

const server = await testServer()
const { services } = server
const { aUser } = seeds(services)
const { database, ids, pictures } = services

test('every job of a feature runs', async () => {
  const folder = path.join(import.meta.dirname, '../features')
  const files = globSync('**/*.job.ts', { cwd: folder })
  const found = await Promise.all(
    files.map(async (file) => ((await import(path.join(folder, file))) as { job: Job }).job),
  )
  expect(new Set(jobs)).toEqual(new Set(found))
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(found.length)
})

test('a job that fails is logged, and the next ones run', async () => {
  const { promise: isDone, resolve: finish } = Promise.withResolvers<void>()
  const never = new AbortController().signal
  const failing = async () => {
    throw new Error('The table is missing')
  }
  const running = createJobs(services, never, [
    { name: 'fails', intervalMs: HOUR_MS, run: failing },
    { name: 'succeeds', intervalMs: HOUR_MS, run: async () => finish() },
  ])
  running.start()
  await isDone
  await running.stop()
  const [line = '{}'] = server.logLines.filter((each) => each.includes('A job failed'))
  expect(JSON.parse(line)).toMatchObject({ job: 'fails', err: { message: 'The table is missing' } })
  const metrics = await firstProcessMetrics.metrics()
  expect(metrics).toMatch(/^job_last_success_timestamp_seconds\{name="succeeds"\} \d+/m)
  expect(metrics).not.toContain('job="fails"')
})

test('what is due and waits is a metric', async () => {
  const [member, owner] = [await aUser(), await aUser()]
  const lagOf = async (queue: string) => {
    for (const { run } of [notificationLag, webhookLag])
      await run({ ...services, mailer: async () => null }, new AbortController().signal)
    const metrics = await firstProcessMetrics.metrics()
    return Number(metrics.match(`queue_lag_seconds\\{queue="${queue}"\\} (.+)`)?.[1])
  }
  expect([await lagOf('notifications'), await lagOf('webhooks')]).toEqual([0, 0])
  const hourAgo = new Date(Date.now() - HOUR_MS)
  await database.notificationSettings.upsert({
    where: { userId: member.id },
    create: { userId: member.id, nextDeliveryAt: hourAgo },
    update: { nextDeliveryAt: hourAgo },
  })
  const id = crypto.randomUUID()
  await database.webhook.create({
    data: {
      id,
      ownerId: owner.id,
      url: 'https://hooks.example',
      subscription: '',
      secret: '',
      scope: 'EVERYONE',
    },
  })
  await database.webhookDelivery.create({
    data: {
      id: crypto.randomUUID(),
      webhookId: id,
      kind: 'POST',
      subjectId: member.id,
      nextAttemptAt: hourAgo,
    },
  })
  expect(await lagOf('notifications')).toBeGreaterThanOrEqual(3_600)
  expect(await lagOf('webhooks')).toBeGreaterThanOrEqual(3_600)
  await database.webhook.update({ where: { id }, data: { pausedAt: hourAgo } })
  expect(await lagOf('webhooks')).toBe(0)
})

test('the cleanup removes nothing more after the shutdown began', async () => {
  const hashes = Array.from({ length: 50 }, (_, index) => index.toString(16).padStart(64, '0'))
  const { id: ownerId } = await aUser()
  const unused = { ownerId, width: 4, height: 3, bytes: 1, placeholder: 'x' }
  const createdAt = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000)
  await database.media.createMany({ data: hashes.map((hash) => ({ ...unused, hash, createdAt })) })
  const shutdown = new AbortController()
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  let removed = 0
  const remove = async () => {
    removed++
    shutdown.abort()
    start()
  }
  const cleanup = createJobs(
    { ...services, pictures: { ...pictures, hashes: async () => hashes, remove } },
    shutdown.signal,
    [unusedMedia],
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
