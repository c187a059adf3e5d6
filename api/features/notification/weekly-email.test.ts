import { expect, test } from 'vitest'
import { createMailer } from '#api/features/auth/mail/mailer.ts'
import { oldestIdAt } from '#api/lib/ids.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { startMailServer } from '#api/test/servers/mail-server.ts'
import { testServer } from '#api/test/servers/server.ts'
import { unsubscribeToken } from './unsubscribe.token.ts'
import { sendWeeklyEmails } from './weekly-email.ts'

const mails = await startMailServer()
registerCleanup(mails.close)
const server = await testServer()
const { services } = server
const { database, settings } = services
const { aUser, aPost } = seeds(services)

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const UPDATE = /* GraphQL */ `
  mutation ($on: Boolean!) {
    updateNotificationSettings(input: { weeklyEmail: $on }) {
      notificationSettings { weeklyEmail } userErrors { code }
    }
  }`

/** A member with a verified email who gets the weekly email, and has a week of notifications. */
async function aSubscriber() {
  const browser = server.browser()
  const { id: publicId, email } = await browser.signUp()
  const id = uuidOf(publicId)
  await database.user.update({ where: { id }, data: { emailVerified: true } })
  await browser.fetch('/graphql', { json: { query: UPDATE, variables: { on: true } } })
  const post = await aPost({ by: { id } })
  const fan = await aUser()
  await database.notification.create({
    data: {
      ...{ id: oldestIdAt(Date.now() + WEEK_MS / 2), userId: id },
      ...{ kind: 'LIKE', postId: post.id, actorsCount: 12 },
      actors: { create: { userId: fan.id, rank: 1 } },
    },
  })
  return { browser, id, email }
}
const isOn = async (id: string) =>
  (await database.notificationSettings.findUniqueOrThrow({ where: { userId: id } })).weeklyEmail
/** Sends what is due, as one machine. Resolves when the mails are sent. */
async function send(now: number) {
  const mailer = await createMailer(mails.url, 'Good Vibes <no-reply@example.org>', services.log)
  await sendWeeklyEmails(services, mailer, { now, signal: new AbortController().signal })
  await mailer.close()
}

test('a week after it was turned on, the email comes once, with one-click unsubscribe', async () => {
  const { browser, id } = await aSubscriber()
  await send(Date.now() + WEEK_MS - 60_000)
  // Two machines at once.
  const now = Date.now() + WEEK_MS
  await Promise.all([send(now), send(now)])
  const email = await mails.next()
  expect(mails.unreadCount()).toBe(0)
  expect(email.text).toContain('12 likes.')
  const headers = new Map(email.headers.map(({ key, value }) => [key, value]))
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const [, url = ''] = /^<(.*)>$/.exec(headers.get('list-unsubscribe') ?? '') ?? []
  expect(url).toContain(`${settings.publicUrl}/api/unsubscribe/user_`)
  const { pathname } = new URL(url)

  const page = await server.browser().fetch(pathname)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await page.text()).toContain('<form method="post"><button>Unsubscribe</button></form>')
  expect(await isOn(id)).toBe(true)

  // A mail provider sends a form, from anywhere.
  const headersOfProvider = {
    ...{ 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
    'sec-fetch-site': 'cross-site',
  }
  for (let attempt = 1; attempt <= 2; attempt++) {
    const response = await server.browser().fetch(pathname, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: headersOfProvider,
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toBeNull()
  }
  expect(await isOn(id)).toBe(false)
  await browser.fetch('/graphql', { json: { query: UPDATE, variables: { on: true } } })
  expect(await isOn(id)).toBe(true)
})

test('a quiet week, an unverified address and a disabled account get no email', async () => {
  const [active, quiet] = [await aSubscriber(), await aSubscriber()]
  const [unverified, disabled] = [await aSubscriber(), await aSubscriber()]
  await database.notification.deleteMany({ where: { userId: quiet.id } })
  const change = (id: string, data: object) => database.user.update({ where: { id }, data })
  await change(unverified.id, { emailVerified: false })
  await change(disabled.id, { disabledAt: new Date() })
  await send(Date.now() + WEEK_MS)
  const recipients: (string | undefined)[] = []
  while (mails.unreadCount() > 0)
    recipients.push(...((await mails.next()).to ?? []).map(({ address }) => address))
  expect(recipients).toContain(active.email)
  for (const { email } of [quiet, unverified, disabled]) expect(recipients).not.toContain(email)
})

test('a token of another user or server ends nothing', async () => {
  const { id } = await aSubscriber()
  const own = unsubscribeToken(id, settings.authSecret)
  const other = unsubscribeToken((await aUser()).id, settings.authSecret)
  const forged = `${own.split('.')[0]}.${other.split('.')[1]}`
  for (const token of [forged, unsubscribeToken(id, 'another secret'), 'nonsense', '.'])
    for (const method of ['GET', 'POST'])
      expect((await server.browser().fetch(`/api/unsubscribe/${token}`, { method })).status).toBe(
        404,
      )
  expect(await isOn(id)).toBe(true)
})
