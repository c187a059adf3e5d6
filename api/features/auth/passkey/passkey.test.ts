import { expect, test } from 'vitest'
import { fromPublicId } from '#api/lib/ids.ts'
import { createLimits } from '#api/limits/rate-limits.ts'
import { whileDeleted } from '#api/test/database/locks.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { authenticator } from '#api/test/people/authenticator.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { addPasskey, beginPasskey } from '#api/test/people/passkeys.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { testServer } from '#api/test/servers/server.ts'
import { limits } from '#rules/limits.ts'
import { reasons } from '#rules/reasons.ts'
import { setDisabled } from '../creation/account.write.ts'

const server = await testServer()
const { database } = server.services
const PASSKEY = '/api/auth/passkey'

interface Challenge extends Record<string, unknown> {
  challenge: string
}

async function getOptions(
  visitor: TestBrowser,
  purpose: 'register' | 'authenticate',
): Promise<Challenge> {
  const response = await (purpose === 'register'
    ? beginPasskey(visitor)
    : visitor.fetch(`${PASSKEY}/generate-authenticate-options`))
  expect(response.status).toBe(200)
  return (await response.json()) as Challenge
}

async function withPasskey() {
  const visitor = server.browser()
  const account = await visitor.signUp()
  const device = authenticator(server.url)
  expect((await addPasskey(visitor, device)).status).toBe(201)
  return { visitor, account, device, uuid: uuidOf(account.id) }
}

function verify(visitor: TestBrowser, response: unknown) {
  return visitor.fetch(`${PASSKEY}/verify-authentication`, { json: { response } })
}

test('a passkey is added to the signed-in account, and signs in without username or password', async () => {
  const { account, device, uuid } = await withPasskey()
  const phone = server.browser()
  const options = await getOptions(phone, 'authenticate')
  expect(options).toMatchObject({ rpId: 'localhost' })
  expect(options.allowCredentials ?? []).toEqual([])

  const response = await verify(phone, device.get(options))
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      user: {
        id: account.id,
        username: account.username,
        displayName: account.name,
        email: account.email,
      },
    },
  ])
  expect((await phone.fetch('/api/login')).status).toBe(302)
  expect(await database.session.count({ where: { userId: uuid } })).toBe(2)
})

test('signing in while the account is deleted fails like with an unknown passkey', async () => {
  const { device, uuid } = await withPasskey()
  const phone = server.browser()
  const options = await getOptions(phone, 'authenticate')
  const response = await whileDeleted(database, uuid, () => verify(phone, device.get(options)))
  expect((await expectProblem(response, 401)).detail).toBe(reasons.PASSKEY_FAILED)
})

test('registration options name the account', async () => {
  const visitor = server.browser()
  const { username, email } = await visitor.signUp()
  expect(await getOptions(visitor, 'register')).toMatchObject({
    rp: { id: 'localhost', name: 'Good Vibes' },
    user: { name: `@${username}`, displayName: email },
    authenticatorSelection: { residentKey: 'required' },
  })
})

test('adding a passkey needs a session; the demo user has none', async () => {
  const visitor = server.browser()
  for (const headers of [{}, { 'x-demo-user': '1' }]) {
    const problem = await expectProblem(await beginPasskey(visitor, 'sunny day 1', headers), 401)
    expect(problem.detail).toBe(reasons.SIGN_IN_FIRST)
    const response = authenticator(server.url).create({ challenge: 'made-up' })
    await expectProblem(
      await visitor.fetch(`${PASSKEY}/verify-registration`, { json: { response }, headers }),
      401,
    )
  }
})

test('adding a passkey needs the password, in a session of any age', async () => {
  const visitor = server.browser()
  const { id } = await visitor.signUp()
  const createdAt = new Date(Date.now() - 25 * 60 * 60 * 1000)
  await database.session.updateMany({
    where: { userId: uuidOf(id) },
    data: { createdAt },
  })
  const wrong = await expectProblem(await beginPasskey(visitor, 'a guess'), 403)
  expect(wrong.errors).toEqual([
    { field: 'password', code: 'PASSWORD_WRONG', message: reasons.PASSWORD_WRONG },
  ])
  for (const password of ['', undefined, {}])
    expect(
      (
        await expectProblem(
          await visitor.fetch(`${PASSKEY}/generate-register-options`, { json: { password } }),
          400,
        )
      ).detail,
    ).toBe(reasons.PASSWORD_EMPTY)
  await expectProblem(await visitor.fetch(`${PASSKEY}/generate-register-options`), 404)
  expect(
    await database.verification.count({
      where: { value: { contains: uuidOf(id) } },
    }),
  ).toBe(0)
  expect((await addPasskey(visitor, authenticator(server.url))).status).toBe(201)
})

test('without a password, adding a passkey needs a sign-in within ten minutes', async () => {
  const visitor = server.browser()
  const userId = fromPublicId((await visitor.signUp()).id)?.uuid ?? ''
  await database.account.deleteMany({ where: { userId } })
  expect((await addPasskey(visitor, authenticator(server.url))).status).toBe(201)
  await database.session.updateMany({
    where: { userId },
    data: { createdAt: new Date(Date.now() - 11 * 60 * 1000) },
  })
  expect((await expectProblem(await beginPasskey(visitor), 403)).detail).toBe(reasons.SIGN_IN_AGAIN)
})

test('attack 33: adding a passkey ends other sessions, and a rejected one ends none', async () => {
  const visitor = server.browser()
  const { email, password } = await visitor.signUp()
  const phone = server.browser()
  expect((await phone.fetch('/api/auth/sign-in/email', { json: { email, password } })).status).toBe(
    200,
  )
  const isSignedIn = async () => (await phone.fetch('/api/auth/user')).status === 200
  const response = authenticator('https://evil.example').create(
    await getOptions(visitor, 'register'),
  )
  await expectProblem(
    await visitor.fetch(`${PASSKEY}/verify-registration`, { json: { response } }),
    400,
  )
  expect(await isSignedIn()).toBe(true)
  expect((await addPasskey(visitor, authenticator(server.url))).status).toBe(201)
  expect([await isSignedIn(), (await visitor.fetch('/api/auth/user')).status]).toEqual([false, 200])
})

test('a challenge works once, for one purpose and in one browser', async () => {
  const { visitor, device } = await withPasskey()
  const browser = server.browser()
  const signed = device.get(await getOptions(browser, 'authenticate'))
  await expectProblem(await verify(server.browser(), signed), 400)
  const cookies = new Map(browser.cookies)
  expect((await verify(browser, signed)).status).toBe(200)

  const replay = server.browser()
  for (const [name, value] of cookies) replay.cookies.set(name, value)
  expect((await expectProblem(await verify(replay, signed), 400)).detail).toBe(
    reasons.PASSKEY_TIMED_OUT,
  )

  await getOptions(visitor, 'register')
  expect(
    (await expectProblem(await verify(visitor, device.get({ challenge: 'made-up' })), 400)).detail,
  ).toBe(reasons.PASSKEY_TIMED_OUT)
})

test('a signature with another key, challenge or origin is rejected', async () => {
  const { device } = await withPasskey()
  const forgeries = [
    () => authenticator(server.url).get,
    () => () => device.get({ challenge: 'bWFkZS11cA' }),
    () => (options: Challenge) => ({
      ...(device.get(options) as object),
      response: (authenticator(server.url).get(options) as { response: object }).response,
    }),
    () => (options: Challenge) => authenticator('https://evil.example').get(options),
  ]
  for (const forge of forgeries) {
    const visitor = server.browser()
    const response = await verify(visitor, forge()(await getOptions(visitor, 'authenticate')))
    expect((await expectProblem(response, 401)).detail).toBe(reasons.PASSKEY_FAILED)
    expect(response.headers.getSetCookie()).toEqual([])
  }
})

test.each([
  [undefined],
  [null],
  ['text'],
  [{}],
  [{ id: { contains: '' }, rawId: 'x', response: {} }],
  [[]],
])('a malformed credential is rejected: %j', async (response) => {
  const visitor = server.browser()
  await getOptions(visitor, 'authenticate')
  await expectProblem(await verify(visitor, response), 400)
})

test('the passkey of a disabled account gets the same response as an unknown one', async () => {
  const { device, uuid } = await withPasskey()
  await setDisabled(server.services, uuid, true)
  const visitor = server.browser()
  const disabled = await verify(visitor, device.get(await getOptions(visitor, 'authenticate')))
  const unknown = await verify(
    visitor,
    authenticator(server.url).get(await getOptions(visitor, 'authenticate')),
  )
  expect(await expectProblem(disabled, 401)).toEqual(await expectProblem(unknown, 401))
  expect(await database.session.count({ where: { userId: uuid } })).toBe(0)
})

test('expired challenges are deleted', async () => {
  const visitor = server.browser()
  await getOptions(visitor, 'authenticate')
  await database.verification.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } })
  await getOptions(visitor, 'authenticate')
  expect(await database.verification.count()).toBe(1)
})

test('an account has at most 20 passkeys, also in concurrent requests', async () => {
  const visitor = server.browser()
  const { id } = await visitor.signUp()
  const userId = uuidOf(id)
  const key = (i: number) => ({
    userId,
    publicKey: 'x',
    credentialID: `${userId}-${i}`,
    counter: 0,
    deviceType: 'singleDevice',
    backedUp: false,
  })
  await database.passkey.createMany({
    data: Array.from({ length: limits.passkeys - 1 }, (_, i) => key(i)),
  })
  // Two browsers with one session, since a browser has one challenge.
  const browsers = [server.browser(), server.browser()]
  for (const browser of browsers)
    for (const [name, value] of visitor.cookies) browser.cookies.set(name, value)
  const signed = await Promise.all(
    browsers.map(async (browser) =>
      authenticator(server.url).create(await getOptions(browser, 'register')),
    ),
  )
  const added = await Promise.all(
    browsers.map((browser, i) =>
      browser.fetch(`${PASSKEY}/verify-registration`, { json: { response: signed[i] } }),
    ),
  )
  expect(added.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(await database.passkey.count({ where: { userId } })).toBe(limits.passkeys)

  const rejected = await addPasskey(visitor, authenticator(server.url))
  expect((await expectProblem(rejected, 409)).detail).toBe(reasons.TOO_MANY_PASSKEYS)
  await database.passkey.deleteMany({ where: { credentialID: `${userId}-0` } })
  expect((await addPasskey(visitor, authenticator(server.url))).status).toBe(201)
})

test('registration challenges are limited per account, and expired ones are deleted', async () => {
  const limited = await testServer({ limits: createLimits() })
  const [visitor, other] = [limited.browser(), limited.browser()]
  await visitor.signUp()
  await other.signUp()
  const requestOptions = async (member: TestBrowser) => (await beginPasskey(member)).status
  for (let i = 0; i < 10; i++) expect(await requestOptions(visitor)).toBe(200)
  expect([await requestOptions(visitor), await requestOptions(other)]).toEqual([429, 200])
  const challenges = limited.services.database.verification
  expect(await challenges.count()).toBe(11)
  await challenges.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } })
  expect(await requestOptions(other)).toBe(200)
  expect(await challenges.count()).toBe(1)
})

test('attack 27: authentication options reveal neither accounts nor the session', async () => {
  const { visitor } = await withPasskey()
  const shape = ({ challenge: _, ...rest }: Challenge) => rest
  expect(shape(await getOptions(visitor, 'authenticate'))).toEqual(
    shape(await getOptions(server.browser(), 'authenticate')),
  )
})
