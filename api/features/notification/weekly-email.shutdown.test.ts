import { expect, test } from 'vitest'
import { createMailer } from '#api/features/auth/mail/mailer.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { startMailServer } from '#api/test/servers/mail-server.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { sendWeeklyEmails } from './weekly-email.ts'

const { aUser, services, logLines } = await testApi()
const { database, ids } = services
const FAN = await aUser()
const HOUR_MS = 60 * 60 * 1000

/** People whose email was due an hour ago, after all earlier ones. @returns their addresses */
async function subscribers(count: number, isVerified = true): Promise<string[]> {
  const emails: string[] = []
  for (let subscriber = 0; subscriber < count; subscriber++) {
    const { id: userId, email } = await aUser()
    await database.user.update({ where: { id: userId }, data: { emailVerified: isVerified } })
    const dueAt = new Date(Date.now() - HOUR_MS)
    await database.notificationSettings.create({
      data: { userId, weeklyEmail: true, weeklyEmailAt: dueAt },
    })
    const actors = { create: { userId: FAN.id, rank: 1 } }
    await database.notification.create({
      data: { id: ids.next(), userId, kind: 'FOLLOW', actorsCount: 1, actors },
    })
    emails.push(email)
  }
  return emails
}
const dueCount = () =>
  database.notificationSettings.count({ where: { weeklyEmailAt: { lte: new Date() } } })
const mailerFor = (url: string) => createMailer(url, 'vibes@example.org', services.log)

test('a shutdown loses at most a few weekly emails, and none comes twice', async () => {
  const emails = await subscribers(45)
  const received: string[] = []
  const isReady = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const server = await startMailServer({
    async onRcptTo({ address }, _session, done) {
      isReady.resolve()
      await release.promise
      received.push(address)
      done()
    },
  })
  registerCleanup(server.close)
  const [stopping, shutdown] = [await mailerFor(server.url), new AbortController()]
  const stopped = sendWeeklyEmails(services, stopping, { signal: shutdown.signal })
  await isReady.promise
  shutdown.abort()
  await stopped
  expect(await dueCount()).toBe(25)
  release.resolve()
  await expect.poll(() => received).toHaveLength(20)
  await stopping.close()

  const next = await mailerFor(server.url)
  await sendWeeklyEmails(services, next, { signal: new AbortController().signal })
  expect(received.toSorted()).toEqual(emails.toSorted())
})

test('while the mail server rejects everything, the others wait', async () => {
  await subscribers(25)
  const strict = await startMailServer({
    onRcptTo: (_address, _session, done) => done(new Error('Not today')),
  })
  registerCleanup(strict.close)
  const mailer = await mailerFor(strict.url)
  await sendWeeklyEmails(services, mailer, { signal: new AbortController().signal })
  expect(await dueCount()).toBe(5)
  expect(logLines.filter((line) => line.includes('Could not send an email'))).toHaveLength(20)
})

test('people without a verified address do not hold up the others', async () => {
  await database.notificationSettings.updateMany({ data: { weeklyEmailAt: null } })
  await subscribers(21, false)
  const [email] = await subscribers(1)
  const server = await startMailServer()
  registerCleanup(server.close)
  const mailer = await mailerFor(server.url)
  await sendWeeklyEmails(services, mailer, { signal: new AbortController().signal })
  expect((await server.next()).to).toMatchObject([{ address: email }])
  expect(server.unreadCount()).toBe(0)
  expect(await dueCount()).toBe(0)
})
