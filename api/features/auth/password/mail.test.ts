import { createHash } from 'node:crypto'
import type { Email } from 'postal-mime'
import { expect, test, vi } from 'vitest'
import { createLimits } from '#api/limits/rate-limits.ts'
import { afterwards } from '#api/test/afterwards.ts'
import { startMailServer } from '#api/test/mail-server.ts'
import { problemOf } from '#api/test/problem.ts'
import { type TestServer, testServer } from '#api/test/server.ts'
import type { Visitor } from '#api/test/visitor.ts'
import { accountMessages } from '#rules/account-messages.ts'
import type { SignUp } from '../common/account-input.ts'
import { words } from '../common/messages.ts'
import { createAccount } from '../sign-up/account.write.ts'

const mails = await startMailServer()
afterwards(mails.close)
const server = await testServer({ settings: { smtpUrl: mails.url } })
const { database } = server.services
const NEW = 'a rainy evening'
const HOUR = 60 * 60 * 1000

let people = 0

/** Somebody whose account is older than the mail, signed in, and the mail that they asked for to verify their address. */
async function newcomer(
  on: TestServer = server,
): Promise<{ visitor: Visitor; account: SignUp; uuid: string; mail: Email }> {
  const number = ++people
  const account = {
    name: `Member ${number}`,
    username: `reader_${number}`,
    email: `member${number}@example.org`,
    password: 'sunny day 1',
  }
  const { id: uuid } = await createAccount(on.services, account)
  const visitor = on.visitor()
  expect((await signInOn(visitor, account.email, account.password)).status).toBe(200)
  expect((await post(visitor, 'send-verification')).status).toBe(204)
  return { visitor, account, uuid, mail: await mails.next() }
}

function stranger(): SignUp {
  const number = ++people
  return {
    name: 'Ann',
    username: `stranger_${number}`,
    email: `stranger${number}@example.org`,
    password: 'sunny day 1',
  }
}

/** What a mail's link is for, and its token. */
function linkIn({ text = '' }: Email): { form: string; token: string } {
  const [, form = '', token = ''] =
    /\/api\/login\?from-mail#([\w-]+)=([\w-]{43})\n/.exec(text) ?? []
  return { form, token }
}

const post = (visitor: Visitor, path: string, json: object = {}) =>
  visitor.fetch(`/api/auth/${path}`, { json })
const forgot = (email: string) => post(server.visitor(), 'request-password-reset', { email })
const emailOf = async (visitor: Visitor) => (await visitor.fetch('/api/auth/email')).json()
const statusOfUser = async (visitor: Visitor) => (await visitor.fetch('/api/auth/user')).status

async function resetLink({ email }: SignUp): Promise<string> {
  expect((await forgot(email)).status).toBe(204)
  const { form, token } = linkIn(await mails.next())
  expect(form).toBe('reset-password')
  return token
}

/** Has several follow a link at the same moment: all have found it before the first of them can use it up. */
async function atOnce(token: string, follow: () => Promise<Response>): Promise<number[]> {
  const { following } = await database.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SELECT FROM "MailLink" WHERE "hash" = ${hashOf(token)} FOR UPDATE`
      const following = [follow(), follow(), follow()]
      // Not in the transaction, which sees such things as they were.
      const waiting = () => database.$queryRaw`
        SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      await expect.poll(waiting, { timeout: 20_000 }).toEqual([{ count: 3 }])
      return { following }
    },
    { timeout: 30_000 },
  )
  return (await Promise.all(following)).map(({ status }) => status).toSorted()
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const reset = (token: string, password = NEW) =>
  post(server.visitor(), 'reset-password', { token, password })
const signInOn = (visitor: Visitor, email: string, password: string) =>
  post(visitor, 'sign-in/email', { email, password })
const signIn = (email: string, password: string) => signInOn(server.visitor(), email, password)

test('a mail of text and HTML with nothing to load has a link that verifies the address', async () => {
  const { visitor, account, mail } = await newcomer()
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
  // A name that somebody gave may be an advertisement for others.
  expect(`${mail.text}${mail.html}`).not.toContain(account.name)
  expect(await emailOf(visitor)).toEqual({
    email: account.email,
    isVerified: false,
    canVerify: true,
  })

  expect((await post(server.visitor(), 'verify-email', { token })).status).toBe(204)
  expect(await emailOf(visitor)).toEqual({
    email: account.email,
    isVerified: true,
    canVerify: true,
  })

  // There is nothing to verify anymore, so nothing is sent.
  expect((await post(visitor, 'send-verification')).status).toBe(204)
  await newcomer()
  expect(mails.waiting()).toBe(0)
})

test('attack 34: a link to verify works once, for a day, for the address that it was sent to', async () => {
  const { visitor, uuid, mail } = await newcomer()
  const again = async () => {
    expect((await post(visitor, 'send-verification')).status).toBe(204)
    return linkIn(await mails.next()).token
  }
  const { token } = linkIn(mail)
  expect(await atOnce(token, () => post(server.visitor(), 'verify-email', { token }))).toEqual([
    204, 400, 400,
  ])
  expect((await problemOf(await post(visitor, 'verify-email', { token }), 400)).detail).toBe(
    words.linkGone,
  )

  await database.user.update({ where: { id: uuid }, data: { emailVerified: false } })
  const [old, elsewhere] = [await again(), await again()]
  const id = { hash: hashOf(old) }
  const { expiresAt } = await database.mailLink.findUniqueOrThrow({ where: id })
  expect(Math.abs(expiresAt.getTime() - Date.now() - 24 * HOUR)).toBeLessThan(60_000)
  await database.mailLink.update({ where: id, data: { expiresAt: new Date(Date.now() - 1000) } })
  await database.user.update({ where: { id: uuid }, data: { email: `${uuid}@example.org` } })
  for (const token of [old, elsewhere, '', 'x', elsewhere.slice(1), { $ne: '' }, null, [elsewhere]])
    expect((await post(visitor, 'verify-email', { token })).status).toBe(400)
  expect(await emailOf(visitor)).toMatchObject({ isVerified: false })
  expect((await post(server.visitor(), 'send-verification')).status).toBe(401)
})

test('attack 33: a new password by mail ends every session and every other such link, and signs nobody in', async () => {
  const { visitor, account } = await newcomer()
  const other = await resetLink(account)
  const token = await resetLink(account)
  const answer = await reset(token)
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, []])
  expect(await statusOfUser(visitor)).toBe(401)
  expect((await signIn(account.email, account.password)).status).toBe(401)
  expect((await signIn(account.email, NEW)).status).toBe(200)
  expect((await reset(other)).status).toBe(400)
  // Whoever followed the link reads the mails of the address.
  await signInOn(visitor, account.email, NEW)
  expect(await emailOf(visitor)).toMatchObject({ isVerified: true })
})

test('attack 33: a password that is changed in the settings ends the links that were mailed', async () => {
  const { visitor, account } = await newcomer()
  const token = await resetLink(account)
  const change = { currentPassword: account.password, newPassword: NEW }
  expect((await post(visitor, 'change-password', change)).status).toBe(204)
  expect((await reset(token, 'another evening')).status).toBe(400)
})

test('attack 34: a link to choose a password works once, for an hour, and for nothing else', async () => {
  const { account, uuid, mail } = await newcomer()
  const token = await resetLink(account)
  expect((await problemOf(await reset(token, 'short'), 400)).errors).toEqual([
    { field: 'password', message: accountMessages.passwordLength },
  ])
  expect((await reset(linkIn(mail).token)).status).toBe(400)
  expect((await post(server.visitor(), 'verify-email', { token })).status).toBe(400)

  expect(await atOnce(token, () => reset(token))).toEqual([204, 400, 400])
  expect((await problemOf(await reset(token), 400)).detail).toBe(words.linkGone)

  const late = await resetLink(account)
  const [link] = await database.mailLink.findMany({
    where: { userId: uuid, purpose: 'RESET_PASSWORD' },
  })
  expect(Math.abs((link?.expiresAt.getTime() ?? 0) - Date.now() - HOUR)).toBeLessThan(60_000)
  await database.mailLink.updateMany({
    where: { userId: uuid },
    data: { expiresAt: new Date(Date.now() - 1000) },
  })
  expect((await reset(late)).status).toBe(400)

  const shutOut = await resetLink(account)
  await database.user.update({ where: { id: uuid }, data: { disabledAt: new Date() } })
  expect((await reset(shutOut)).status).toBe(400)
})

test('attack 27: asking for a new password answers alike for who is known, unknown, shut out or without a password', async () => {
  const { account } = await newcomer()
  const { account: shutOut, uuid } = await newcomer()
  const { uuid: seeded, account: without } = await newcomer()
  await database.user.update({ where: { id: uuid }, data: { disabledAt: new Date() } })
  await database.account.deleteMany({ where: { userId: seeded } })
  const answers = []
  for (const email of [
    'nobody@example.org',
    shutOut.email,
    without.email,
    'demouser',
    '%',
    account.email,
    account.username.toUpperCase(),
  ])
    answers.push(await forgot(email))
  for (const answer of answers)
    expect([answer.status, await answer.text(), answer.headers.getSetCookie()]).toEqual([
      204,
      '',
      [],
    ])
  const sent = [await mails.next(), await mails.next()]
  expect(sent.map(({ to }) => to?.[0]?.address)).toEqual([account.email, account.email])
  expect(mails.waiting()).toBe(0)
  expect((await problemOf(await forgot(' '), 400)).errors).toEqual([
    { field: 'email', message: accountMessages.identifierEmpty },
  ])
})

test('attack 28, attack 39: mails are sent to an account five times an hour, and asked for ten times from an address', async () => {
  const limited = await testServer({
    settings: { smtpUrl: mails.url, trustProxy: 1 },
    limits: createLimits(),
  })
  const { visitor, account } = await newcomer(limited)
  const ask = (email: string, from: string) =>
    limited.visitor().fetch('/api/auth/request-password-reset', {
      json: { email },
      headers: { 'x-forwarded-for': from },
    })
  for (let times = 0; times < 10; times++)
    expect((await ask(account.email, '198.51.100.1')).status).toBe(204)
  const refused = await ask(account.email, '198.51.100.1')
  expect((await problemOf(refused, 429)).detail).toMatch(/try again/)
  // By whichever name and from wherever: the answer does not tell that nothing is sent.
  expect((await ask(account.username, '198.51.100.2')).status).toBe(204)
  for (let times = 0; times < 5; times++) await mails.next()

  const again = () => visitor.fetch('/api/auth/send-verification', { json: {} })
  // The first was sent when they came.
  for (let times = 0; times < 4; times++) {
    expect((await again()).status).toBe(204)
    expect((await mails.next()).subject).toBe('Please verify your email address')
  }
  expect((await again()).status).toBe(429)
  expect(mails.waiting()).toBe(0)
})

test('attack 62: a link is of PUBLIC_URL, whatever a caller says of the host', async () => {
  const { account } = await newcomer()
  const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  expect(
    (
      await server
        .visitor()
        .fetch('/api/auth/request-password-reset', { json: { email: account.email }, headers })
    ).status,
  ).toBe(204)
  const mail = await mails.next()
  expect(mail.text).toContain(`${server.url}/api/login?from-mail#reset-password=`)
  expect(`${mail.text}${mail.html}`).not.toContain('evil')
})

test('neither a token nor an address is in a log or, as it is, in the database', async () => {
  const { account, mail } = await newcomer()
  const tokens = [await resetLink(account), linkIn(mail).token]
  const links = JSON.stringify(await database.mailLink.findMany())
  const logged = server.logged.join('')
  for (const secret of [...tokens, account.email]) expect(logged).not.toContain(secret)
  for (const token of tokens) expect(links).not.toContain(token)
})

test('a mail server that refuses or is away fails no sign-up and keeps nobody waiting', async () => {
  const strict = await startMailServer({
    onRcptTo: ({ address }, _session, done) => done(new Error(`No ${address} here`)),
  })
  afterwards(strict.close)
  const [refusing, wrongPassword, away] = await Promise.all(
    [strict.url, strict.url.replace('hush', 'loud'), 'smtp://127.0.0.1:1'].map((smtpUrl) =>
      testServer({ settings: { smtpUrl } }),
    ),
  )
  for (const [broken, told] of [
    [refusing, { reason: 'EENVELOPE', answer: 550 }],
    [wrongPassword, { reason: 'EAUTH', answer: 535 }],
    [away, { reason: 'ESOCKET' }],
  ] as const) {
    const { email } = stranger()
    expect(
      (await post((broken as TestServer).visitor(), 'sign-up/email', { ...stranger(), email }))
        .status,
    ).toBe(202)
    const lines = () =>
      (broken as TestServer).logged.filter((line) => line.includes('A mail could not be sent'))
    await expect.poll(lines, { timeout: 20_000 }).toHaveLength(1)
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject(told)
    expect(lines().join()).not.toContain(email)
  }
})

test('a password for the mail server is sent over TLS alone, unless the server is on this machine', async () => {
  const tried = vi.fn<(options: { username?: string | undefined }) => void>()
  const plain = await startMailServer({
    onAuth(options, _session, done) {
      tried(options)
      done(null, { user: options.username ?? '' })
    },
  })
  afterwards(plain.close)
  // This machine, by an address that does not tell.
  const elsewhere = await testServer({
    settings: { smtpUrl: plain.url.replace('127.0.0.1', '[::ffff:127.0.0.1]') },
  })
  await post(elsewhere.visitor(), 'sign-up/email', stranger())
  const lines = () => elsewhere.logged.filter((line) => line.includes('A mail could not be sent'))
  await expect
    .poll(lines, { timeout: 20_000 })
    .toEqual([expect.stringContaining('"reason":"ETLS"')])
  expect(tried).not.toHaveBeenCalled()

  const here = await testServer({ settings: { smtpUrl: plain.url } })
  await post(here.visitor(), 'sign-up/email', stranger())
  expect((await plain.next()).subject).toBe('Please verify your email address')
  expect(tried).toHaveBeenCalledOnce()
})

test('where no mail is sent, nothing is asked for and nothing is there', async () => {
  const plain = await testServer()
  const visitor = plain.visitor()
  const { email } = await visitor.signUp()
  expect(await emailOf(visitor)).toEqual({ email, isVerified: false, canVerify: false })
  for (const path of [
    'send-verification',
    'verify-email',
    'sign-up/confirm',
    'request-password-reset',
    'reset-password',
  ])
    expect((await post(visitor, path, { email, token: 'x', password: NEW })).status).toBe(404)
})
