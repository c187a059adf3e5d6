import { expect, test } from 'vitest'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import {
  hashToken,
  linkIn,
  openConcurrently,
  post,
  unverifiedMember,
} from '#api/test/people/emails.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { startMailServer } from '#api/test/servers/mail-server.ts'
import { testServer } from '#api/test/servers/server.ts'
import { reasons } from '#rules/reasons.ts'

const mails = await startMailServer()
registerCleanup(mails.close)
const server = await testServer({ settings: { smtpUrl: mails.url } })
const { database } = server.services
const HOUR_MS = 60 * 60 * 1000

const emailOf = async (visitor: TestBrowser) => (await visitor.fetch('/api/auth/email')).json()

test('a verification email has text, HTML without resources, and a link that works', async () => {
  const { visitor, account, mail } = await unverifiedMember(server, mails)
  expect(mail).toMatchObject({
    from: { name: 'Good Vibes', address: 'hello@vibes.example' },
    to: [{ address: account.email }],
    subject: 'Please verify your email address',
  })
  expect(mail.headers).toContainEqual({
    key: 'auto-submitted',
    originalKey: 'Auto-Submitted',
    value: 'auto-generated',
  })
  const { form, token } = linkIn(mail)
  expect(form).toBe('verify-email')
  expect(mail.html).toContain(`href="${server.url}/api/login?from-mail#verify-email=${token}"`)
  expect(mail.html).not.toMatch(/<(img|link|script|iframe)|url\(/i)
  // A display name could advertise something to the recipient.
  expect(`${mail.text}${mail.html}`).not.toContain(account.name)
  expect(await emailOf(visitor)).toEqual({
    email: account.email,
    isVerified: false,
    canVerify: true,
  })

  expect((await post(server.browser(), 'verify-email', { token })).status).toBe(204)
  expect(await emailOf(visitor)).toEqual({
    email: account.email,
    isVerified: true,
    canVerify: true,
  })

  // An already verified address gets no email.
  expect((await post(visitor, 'send-verification')).status).toBe(204)
  await unverifiedMember(server, mails)
  expect(mails.unreadCount()).toBe(0)
})

test('attack 34: a verification link works once, for a day, for the address it was sent to', async () => {
  const { visitor, uuid, mail } = await unverifiedMember(server, mails)
  const requestToken = async () => {
    expect((await post(visitor, 'send-verification')).status).toBe(204)
    return linkIn(await mails.next()).token
  }
  const { token } = linkIn(mail)
  expect(
    await openConcurrently(database, token, () =>
      post(server.browser(), 'verify-email', { token }),
    ),
  ).toEqual([204, 400, 400])
  expect((await expectProblem(await post(visitor, 'verify-email', { token }), 400)).detail).toBe(
    reasons.LINK_INVALID,
  )

  await database.user.update({ where: { id: uuid }, data: { emailVerified: false } })
  const [expired, otherAddress] = [await requestToken(), await requestToken()]
  const id = { hash: hashToken(expired) }
  const { expiresAt } = await database.mailLink.findUniqueOrThrow({ where: id })
  expect(Math.abs(expiresAt.getTime() - Date.now() - 24 * HOUR_MS)).toBeLessThan(60_000)
  await database.mailLink.update({ where: id, data: { expiresAt: new Date(Date.now() - 1000) } })
  await database.user.update({ where: { id: uuid }, data: { email: `${uuid}@example.org` } })
  for (const token of [
    expired,
    otherAddress,
    '',
    'x',
    otherAddress.slice(1),
    { $ne: '' },
    null,
    [otherAddress],
  ])
    expect((await post(visitor, 'verify-email', { token })).status).toBe(400)
  expect(await emailOf(visitor)).toMatchObject({ isVerified: false })
  expect((await post(server.browser(), 'send-verification')).status).toBe(401)
})
