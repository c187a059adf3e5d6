import { expect, test } from 'vitest'
import { fromPublicId } from '#api/lib/ids.ts'
import { createLimits } from '#api/limits/rate-limits.ts'
import { authenticator } from '#api/test/authenticator.ts'
import { addPasskey } from '#api/test/passkeys.ts'
import { problemOf } from '#api/test/problem.ts'
import { testServer } from '#api/test/server.ts'
import type { SignedUp, Visitor } from '#api/test/visitor.ts'
import { accountMessages } from '#rules/account-messages.ts'
import { messages } from '#rules/messages.ts'
import { passkeyNameMessages } from '#rules/passkey-name.ts'
import { words } from '../common/messages.ts'
import type { OwnSession } from '../session/session-list.ts'

/** As JSON. */
type Listed = Omit<OwnSession, 'lastUsedAt'> & { lastUsedAt: string }

const server = await testServer()
const { database } = server.services
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/604.1'
const NEW = 'a rainy evening'

/** Signs a new visitor in to an account, from a device. */
async function signIn(
  { email }: SignedUp,
  password: string,
  userAgent = FIREFOX,
): Promise<Visitor> {
  const visitor = server.visitor()
  const answer = await visitor.fetch('/api/auth/sign-in/email', {
    json: { email, password },
    headers: { 'user-agent': userAgent },
  })
  expect(answer.status).toBe(200)
  return visitor
}

async function onTwoDevices() {
  const laptop = server.visitor()
  const account = await laptop.signUp()
  const phone = await signIn(account, account.password, SAFARI)
  return { account, laptop, phone, uuid: fromPublicId(account.id)?.uuid ?? '' }
}

const userAt = async (visitor: Visitor) => (await visitor.fetch('/api/auth/user')).status
/** As the client asks, twice, so that the second time is answered by what was remembered of the first. */
async function viewerAt(visitor: Visitor): Promise<unknown> {
  const ask = async () =>
    (
      await visitor.fetch('/graphql', {
        json: { query: '{ viewer { username } feed(first: 1) { nodes { isLiked } } }' },
      })
    ).json()
  await ask()
  return ((await ask()) as { data: { viewer: unknown } }).data.viewer
}
const sessionsOf = async (visitor: Visitor) =>
  (await (await visitor.fetch('/api/auth/sessions')).json()) as Listed[]
const change = (visitor: Visitor, currentPassword: unknown, newPassword: unknown) =>
  visitor.fetch('/api/auth/change-password', { json: { currentPassword, newPassword } })

test('attack 33: a new password ends every other session at once, and the old one is no longer taken', async () => {
  const { account, laptop, phone } = await onTwoDevices()
  expect([await viewerAt(laptop), await viewerAt(phone)]).toEqual([
    { username: account.username },
    { username: account.username },
  ])
  expect((await change(laptop, account.password, NEW)).status).toBe(204)
  expect([await viewerAt(laptop), await viewerAt(phone)]).toEqual([
    { username: account.username },
    null,
  ])
  expect([await userAt(laptop), await userAt(phone)]).toEqual([200, 401])
  const old = await server.visitor().fetch('/api/auth/sign-in/email', {
    json: { email: account.email, password: account.password },
  })
  await problemOf(old, 401)
  expect(await userAt(await signIn(account, NEW))).toBe(200)
})

test('a password is changed by who knows it, to one that sign-up would take', async () => {
  const { account, laptop, phone } = await onTwoDevices()
  const wrong = await problemOf(await change(laptop, 'not my password', NEW), 403)
  expect(wrong.errors).toEqual([{ field: 'currentPassword', message: words.passwordWrong }])
  const bad = await problemOf(await change(laptop, '', 'short'), 400)
  expect(bad.errors).toEqual([
    { field: 'currentPassword', message: accountMessages.passwordEmpty },
    { field: 'newPassword', message: accountMessages.passwordLength },
  ])
  for (const forged of [{}, [], { length: 20 }, null, 12345678])
    await problemOf(await change(laptop, forged, forged), 400)
  expect(await userAt(phone)).toBe(200)
  expect(await userAt(await signIn(account, account.password))).toBe(200)
})

test('attack 33: who signs in with the old password while it is changed is signed in nowhere', async () => {
  const { account, uuid: userId } = await onTwoDevices()
  const ended = Promise.withResolvers<void>()
  const changing = database.$transaction(async (transaction) => {
    await transaction.account.updateMany({ where: { userId }, data: { password: 'another hash' } })
    await transaction.session.deleteMany({ where: { userId } })
    ended.resolve()
    // Now there is one that this did not see.
    await expect
      .poll(() => database.session.count({ where: { userId } }), { timeout: 4_000 })
      .toBe(3)
  })
  await ended.promise
  const late = server.visitor()
  const answer = late.fetch('/api/auth/sign-in/email', {
    json: { email: account.email, password: account.password },
  })
  await changing
  await problemOf(await answer, 401)
  expect([await userAt(late), await database.session.count({ where: { userId } })]).toEqual([
    401, 0,
  ])
})

test('of two changes at once, one counts', async () => {
  const { account, laptop } = await onTwoDevices()
  const answers = await Promise.all([
    change(laptop, account.password, `${NEW} 1`),
    change(laptop, account.password, `${NEW} 2`),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 403])
  expect(await userAt(await signIn(account, `${NEW} ${answers[0].status === 204 ? 1 : 2}`))).toBe(
    200,
  )
})

test('sessions are listed by device and last use, and none of it is a token', async () => {
  const { laptop, phone, uuid } = await onTwoDevices()
  const anHourAgo = new Date(Date.now() - 60 * 60 * 1000)
  await database.session.updateMany({
    where: { userId: uuid, userAgent: SAFARI },
    data: { updatedAt: anHourAgo },
  })
  const answer = await laptop.fetch('/api/auth/sessions')
  const text = await answer.text()
  for (const { token } of await database.session.findMany({ where: { userId: uuid } }))
    expect(text).not.toContain(token)
  expect(JSON.parse(text)).toEqual([
    {
      id: expect.any(String),
      device: 'An app or a script',
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      isCurrent: true,
    },
    {
      id: expect.any(String),
      device: 'Safari on iPhone',
      createdAt: expect.any(String),
      lastUsedAt: anHourAgo.toISOString(),
      isCurrent: false,
    },
  ])

  // Its use is noted beside the request.
  expect(await userAt(phone)).toBe(200)
  await expect
    .poll(async () => Date.parse((await sessionsOf(laptop))[1]?.lastUsedAt ?? ''))
    .toBeGreaterThan(Date.now() - 60_000)
})

test('a session that ran out is not listed', async () => {
  const { laptop, uuid } = await onTwoDevices()
  await database.session.updateMany({
    where: { userId: uuid, userAgent: SAFARI },
    data: { expiresAt: new Date(Date.now() - 1000) },
  })
  expect(await sessionsOf(laptop)).toHaveLength(1)
})

test('one session is ended, or all but the one that asks', async () => {
  const { account, laptop, phone } = await onTwoDevices()
  const tablet = await signIn(account, account.password)
  const other = (await sessionsOf(laptop)).find(({ device }) => device === 'Safari on iPhone')
  const end = () => laptop.fetch(`/api/auth/sessions/${other?.id}`, { method: 'DELETE' })
  expect((await end()).status).toBe(204)
  expect([await userAt(laptop), await userAt(phone), await userAt(tablet)]).toEqual([200, 401, 200])
  await problemOf(await end(), 404)

  expect((await tablet.fetch('/api/auth/sessions', { method: 'DELETE' })).status).toBe(204)
  expect([await userAt(laptop), await userAt(tablet)]).toEqual([401, 200])
  expect(await sessionsOf(tablet)).toHaveLength(1)
})

/** On the laptop; the phone is signed in afterwards, since adding a passkey ends other sessions. */
async function withPasskey(name: unknown) {
  const laptop = server.visitor()
  const account = await laptop.signUp()
  const device = authenticator(server.url)
  const added = await addPasskey(laptop, device, { name, headers: { 'user-agent': FIREFOX } })
  return { laptop, account, device, added, phone: await signIn(account, account.password, SAFARI) }
}
const passkeysOf = async (visitor: Visitor) =>
  (await (await visitor.fetch('/api/auth/passkeys')).json()) as {
    id: string
    name: string
    createdAt: string
  }[]

test('a passkey has the name that it was given, or its device’s, and another later', async () => {
  const { laptop, added } = await withPasskey('  Kitchen   tablet ')
  expect(await added.json()).toEqual({
    passkey: { id: expect.any(String), name: 'Kitchen tablet', createdAt: expect.any(String) },
  })
  const [passkey] = await passkeysOf(laptop)
  expect(passkey).toEqual({
    id: passkey?.id,
    name: 'Kitchen tablet',
    createdAt: expect.stringMatching(/^\d{4}-/),
  })
  const rename = (name: unknown) =>
    laptop.fetch(`/api/auth/passkeys/${passkey?.id}`, { method: 'PATCH', json: { name } })
  expect((await rename('Desk')).status).toBe(200)
  expect((await passkeysOf(laptop)).map(({ name }) => name)).toEqual(['Desk'])
  expect((await problemOf(await rename(' '), 400)).errors).toEqual([
    { field: 'name', message: passkeyNameMessages.empty },
  ])
  expect((await problemOf(await rename('x'.repeat(51)), 400)).detail).toBe(
    passkeyNameMessages.tooLong,
  )

  await problemOf((await withPasskey('')).added, 400)
  const unnamed = await withPasskey(undefined)
  expect(unnamed.added.status).toBe(201)
  expect((await passkeysOf(unnamed.laptop)).map(({ name }) => name)).toEqual(['Firefox on Linux'])
})

test('attack 33: a passkey that is removed signs nobody in, and ends every other session', async () => {
  const { laptop, phone, device } = await withPasskey('Lost phone')
  const [passkey] = await passkeysOf(laptop)
  const remove = () => laptop.fetch(`/api/auth/passkeys/${passkey?.id}`, { method: 'DELETE' })
  expect((await remove()).status).toBe(204)
  expect([await userAt(laptop), await userAt(phone)]).toEqual([200, 401])
  await problemOf(await remove(), 404)
  const thief = server.visitor()
  const options = (await (
    await thief.fetch('/api/auth/passkey/generate-authenticate-options')
  ).json()) as { challenge: string }
  await problemOf(
    await thief.fetch('/api/auth/passkey/verify-authentication', {
      json: { response: device.get(options) },
    }),
    401,
  )
})

test('attack 22: another’s session or passkey is not there, nor is one of a made-up id', async () => {
  const { laptop } = await withPasskey('Mine')
  const other = server.visitor()
  await other.signUp()
  const ids = [
    (await sessionsOf(laptop))[0]?.id,
    (await passkeysOf(laptop))[0]?.id,
    'none',
    "' OR 1=1",
    '00000000-0000-7000-8000-000000000000',
  ]
  for (const id of ids.map((each) => encodeURIComponent(each ?? ''))) {
    await problemOf(await other.fetch(`/api/auth/sessions/${id}`, { method: 'DELETE' }), 404)
    await problemOf(await other.fetch(`/api/auth/passkeys/${id}`, { method: 'DELETE' }), 404)
    await problemOf(
      await other.fetch(`/api/auth/passkeys/${id}`, { method: 'PATCH', json: { name: 'Theirs' } }),
      404,
    )
  }
  expect((await passkeysOf(laptop)).map(({ name }) => name)).toEqual(['Mine'])
  expect(await userAt(laptop)).toBe(200)
})

test.each([
  ['POST', 'change-password'],
  ['POST', 'delete-account'],
  ['GET', 'sessions'],
  ['DELETE', 'sessions'],
  ['DELETE', 'sessions/00000000-0000-7000-8000-000000000000'],
  ['GET', 'passkeys'],
  ['PATCH', 'passkeys/00000000-0000-7000-8000-000000000000'],
  ['DELETE', 'passkeys/00000000-0000-7000-8000-000000000000'],
  ['GET', 'export'],
])('%s %s is for who is signed in; the demo user is not', async (method, path) => {
  for (const headers of [{}, { 'x-demo-user': '1' }]) {
    const answer = await server.visitor().fetch(`/api/auth/${path}`, {
      method,
      headers,
      ...(method !== 'GET' && {
        body: '{}',
        headers: { ...headers, 'content-type': 'application/json' },
      }),
    })
    expect((await problemOf(answer, 401)).detail).toBe(messages.signInFirst)
  }
})

test('attack 28: a session tries 30 passwords an hour in the settings, by whichever call', {
  timeout: 60_000,
}, async () => {
  const limited = await testServer({ limits: createLimits() })
  const visitor = limited.visitor()
  const { email, password } = await visitor.signUp()
  const ask = async (path: string, json: object) =>
    (await visitor.fetch(`/api/auth/${path}`, { json })).status
  const guesses = [
    () => ask('change-password', { currentPassword: 'a guess', newPassword: NEW }),
    () => ask('delete-account', { password: 'a guess' }),
    () => ask('two-factor/start', { password: 'a guess' }),
  ]
  const guess = (i: number) => guesses[i % guesses.length]?.()
  for (let i = 0; i < 30; i++) expect(await guess(i)).toBe(403)
  for (let i = 0; i < 3; i++) expect(await guess(i)).toBe(429)
  // Signing in is counted apart, and a new session begins anew.
  expect(
    (await visitor.fetch('/api/auth/sign-in/email', { json: { email, password } })).status,
  ).toBe(200)
  expect(await guess(0)).toBe(403)
})

test('attack 28: who tries passwords for an account keeps its owner out of nothing in the settings', {
  timeout: 60_000,
}, async () => {
  const limited = await testServer({ limits: createLimits(), settings: { trustProxy: 1 } })
  const visitor = limited.visitor()
  const { email, username, password } = await visitor.signUp()
  for (let i = 0; i < 32; i++) {
    const headers = { 'x-forwarded-for': `198.51.100.${i}` }
    const json = { email: i % 2 ? email : username, password: 'a guess' }
    expect(
      (await limited.visitor().fetch('/api/auth/sign-in/email', { json, headers })).status,
    ).toBe(401)
  }
  const changed = await visitor.fetch('/api/auth/change-password', {
    json: { currentPassword: password, newPassword: NEW },
  })
  expect(changed.status).toBe(204)
})
