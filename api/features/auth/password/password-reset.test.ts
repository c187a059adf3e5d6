import { expect, test } from 'vitest'
import { createLimits } from '#api/limits/rate-limits.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { userStatus } from '#api/test/people/devices.ts'
import { linkIn, openConcurrently, post, unverifiedMember } from '#api/test/people/emails.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { startMailServer } from '#api/test/servers/mail-server.ts'
import { testServer } from '#api/test/servers/server.ts'
import { reasons } from '#rules/reasons.ts'
import type { SignUp } from '../common/account-input.ts'

const mails = await startMailServer()
registerCleanup(mails.close)
const server = await testServer({ settings: { smtpUrl: mails.url } })
const { database } = server.services
const NEW_PASSWORD = 'a rainy evening'
const HOUR_MS = 60 * 60 * 1000

const requestReset = (email: string) => post(server.browser(), 'request-password-reset', { email })
const emailOf = async (visitor: TestBrowser) => (await visitor.fetch('/api/auth/email')).json()
const reset = (token: string, password = NEW_PASSWORD) =>
  post(server.browser(), 'reset-password', { token, password })
const signIn = (email: string, password: string) =>
  post(server.browser(), 'sign-in/email', { email, password })

async function resetLink({ email }: SignUp): Promise<string> {
  expect((await requestReset(email)).status).toBe(204)
  const { form, token } = linkIn(await mails.next())
  expect(form).toBe('reset-password')
  return token
}

test('attack 33: a password reset ends all sessions and other reset links, and creates no session', async () => {
  const { visitor, account } = await unverifiedMember(server, mails)
  const other = await resetLink(account)
  const token = await resetLink(account)
  const response = await reset(token)
  expect([response.status, response.headers.getSetCookie()]).toEqual([204, []])
  expect(await userStatus(visitor)).toBe(401)
  expect((await signIn(account.email, account.password)).status).toBe(401)
  expect((await signIn(account.email, NEW_PASSWORD)).status).toBe(200)
  expect((await reset(other)).status).toBe(400)
  // Using the link proves access to the address.
  await post(visitor, 'sign-in/email', { email: account.email, password: NEW_PASSWORD })
  expect(await emailOf(visitor)).toMatchObject({ isVerified: true })
})

test('a reset takes the address in any spelling', async () => {
  const { account, uuid } = await unverifiedMember(server, mails)
  const email = 'reader@xn--bcher-kva.example'
  await database.user.update({ where: { id: uuid }, data: { email } })
  const token = await resetLink({ ...account, email: 'READER@BÜCHER.example' })
  expect((await reset(token)).status).toBe(204)
  expect((await signIn('Reader@bücher.example', NEW_PASSWORD)).status).toBe(200)
})

test('attack 33: changing the password in the settings invalidates reset links', async () => {
  const { visitor, account } = await unverifiedMember(server, mails)
  const token = await resetLink(account)
  const change = { currentPassword: account.password, newPassword: NEW_PASSWORD }
  expect((await post(visitor, 'change-password', change)).status).toBe(204)
  expect((await reset(token, 'another evening')).status).toBe(400)
})

test('attack 34: a reset link works once, for an hour, and only for a reset', async () => {
  const { account, uuid, mail } = await unverifiedMember(server, mails)
  const token = await resetLink(account)
  expect((await expectProblem(await reset(token, 'short'), 400)).errors).toEqual([
    { field: 'password', code: 'PASSWORD_LENGTH', message: reasons.PASSWORD_LENGTH },
  ])
  expect((await reset(linkIn(mail).token)).status).toBe(400)
  expect((await post(server.browser(), 'verify-email', { token })).status).toBe(400)

  expect(await openConcurrently(database, token, () => reset(token))).toEqual([204, 400, 400])
  expect((await expectProblem(await reset(token), 400)).detail).toBe(reasons.LINK_INVALID)

  const late = await resetLink(account)
  const [link] = await database.mailLink.findMany({
    where: { userId: uuid, purpose: 'RESET_PASSWORD' },
  })
  expect(Math.abs((link?.expiresAt.getTime() ?? 0) - Date.now() - HOUR_MS)).toBeLessThan(60_000)
  await database.mailLink.updateMany({
    where: { userId: uuid },
    data: { expiresAt: new Date(Date.now() - 1000) },
  })
  expect((await reset(late)).status).toBe(400)

  const shutOut = await resetLink(account)
  await database.user.update({ where: { id: uuid }, data: { disabledAt: new Date() } })
  expect((await reset(shutOut)).status).toBe(400)
})

test('attack 27: a reset request has the same response for every account, known or unknown', async () => {
  const { account } = await unverifiedMember(server, mails)
  const { account: shutOut, uuid } = await unverifiedMember(server, mails)
  const { uuid: seeded, account: without } = await unverifiedMember(server, mails)
  await database.user.update({ where: { id: uuid }, data: { disabledAt: new Date() } })
  await database.account.deleteMany({ where: { userId: seeded } })
  const responses = []
  for (const email of [
    'unknown@example.org',
    shutOut.email,
    without.email,
    'demouser',
    '%',
    account.email,
    account.username.toUpperCase(),
  ])
    responses.push(await requestReset(email))
  for (const response of responses)
    expect([response.status, await response.text(), response.headers.getSetCookie()]).toEqual([
      204,
      '',
      [],
    ])
  const sent = [await mails.next(), await mails.next()]
  expect(sent.map(({ to }) => to?.[0]?.address)).toEqual([account.email, account.email])
  expect(mails.unreadCount()).toBe(0)
  expect((await expectProblem(await requestReset(' '), 400)).errors).toEqual([
    { field: 'email', code: 'IDENTIFIER_EMPTY', message: reasons.IDENTIFIER_EMPTY },
  ])
})

test('attack 28, attack 39: five emails an hour to an account, and ten requests an hour from an IP address', async () => {
  const limited = await testServer({
    settings: { smtpUrl: mails.url, trustProxy: 1 },
    limits: createLimits(),
  })
  const { visitor, account } = await unverifiedMember(limited, mails)
  const requestFrom = (email: string, from: string) =>
    limited.browser().fetch('/api/auth/request-password-reset', {
      json: { email },
      headers: { 'x-forwarded-for': from },
    })
  for (let times = 0; times < 10; times++)
    expect((await requestFrom(account.email, '198.51.100.1')).status).toBe(204)
  const rejected = await requestFrom(account.email, '198.51.100.1')
  expect((await expectProblem(rejected, 429)).detail).toMatch(/try again/)
  // The same response, although the account's limit is reached and no email is sent.
  expect((await requestFrom(account.username, '198.51.100.2')).status).toBe(204)
  for (let times = 0; times < 5; times++) await mails.next()

  const resend = () => visitor.fetch('/api/auth/send-verification', { json: {} })
  // `unverifiedMember` requested the first.
  for (let times = 0; times < 4; times++) {
    expect((await resend()).status).toBe(204)
    expect((await mails.next()).subject).toBe('Please verify your email address')
  }
  expect((await resend()).status).toBe(429)
  expect(mails.unreadCount()).toBe(0)
})

test('attack 62: links use PUBLIC_URL and ignore forwarded hosts', async () => {
  const { account } = await unverifiedMember(server, mails)
  const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  expect(
    (
      await server
        .browser()
        .fetch('/api/auth/request-password-reset', { json: { email: account.email }, headers })
    ).status,
  ).toBe(204)
  const mail = await mails.next()
  expect(mail.text).toContain(`${server.url}/api/login?from-mail#reset-password=`)
  expect(`${mail.text}${mail.html}`).not.toContain('evil')
})

test('logs contain no tokens or addresses, and the database no plain tokens', async () => {
  const { account, mail } = await unverifiedMember(server, mails)
  const tokens = [await resetLink(account), linkIn(mail).token]
  const links = JSON.stringify(await database.mailLink.findMany())
  const logLines = server.logLines.join('')
  for (const secret of [...tokens, account.email]) expect(logLines).not.toContain(secret)
  for (const token of tokens) expect(links).not.toContain(token)
})
