import { expect, test } from 'vitest'
import { fromPublicId } from '#api/lib/ids.ts'
import { createLimits } from '#api/limits/rate-limits.ts'
import { authenticator } from '#api/test/authenticator.ts'
import { addPasskey, beginPasskey } from '#api/test/passkeys.ts'
import { problemOf } from '#api/test/problem.ts'
import { testServer } from '#api/test/server.ts'
import type { Visitor } from '#api/test/visitor.ts'
import { accountMessages } from '#rules/account-messages.ts'
import { messages } from '#rules/messages.ts'
import { MAX_PASSKEYS } from '#rules/passkey-name.ts'
import { words } from '../common/messages.ts'
import { setDisabled } from '../sign-up/account.write.ts'

const server = await testServer()
const { database } = server.services
const PASSKEY = '/api/auth/passkey'

interface Challenge extends Record<string, unknown> {
  challenge: string
}

async function ask(visitor: Visitor, what: 'register' | 'authenticate'): Promise<Challenge> {
  const response = await (what === 'register'
    ? beginPasskey(visitor)
    : visitor.fetch(`${PASSKEY}/generate-authenticate-options`))
  expect(response.status).toBe(200)
  return (await response.json()) as Challenge
}

async function withPasskey() {
  const visitor = server.visitor()
  const account = await visitor.signUp()
  const device = authenticator(server.url)
  expect((await addPasskey(visitor, device)).status).toBe(201)
  return { visitor, account, device, uuid: fromPublicId(account.id)?.uuid ?? '' }
}

function verify(visitor: Visitor, response: unknown) {
  return visitor.fetch(`${PASSKEY}/verify-authentication`, { json: { response } })
}

test('a passkey is added to the account that is signed in, and signs in without a name or a password', async () => {
  const { account, device, uuid } = await withPasskey()
  const phone = server.visitor()
  const options = await ask(phone, 'authenticate')
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

test('what the device is told of an account', async () => {
  const visitor = server.visitor()
  const { username, email } = await visitor.signUp()
  expect(await ask(visitor, 'register')).toMatchObject({
    rp: { id: 'localhost', name: 'Good Vibes' },
    user: { name: `@${username}`, displayName: email },
    authenticatorSelection: { residentKey: 'required' },
  })
})

test('who is not signed in adds no passkey, the demo user neither', async () => {
  const visitor = server.visitor()
  for (const headers of [{}, { 'x-demo-user': '1' }]) {
    const begun = await problemOf(await beginPasskey(visitor, 'sunny day 1', headers), 401)
    expect(begun.detail).toBe(messages.signInFirst)
    const response = authenticator(server.url).create({ challenge: 'made-up' })
    await problemOf(
      await visitor.fetch(`${PASSKEY}/verify-registration`, { json: { response }, headers }),
      401,
    )
  }
})

test('a passkey is added by who knows the password, in a session of any age', async () => {
  const visitor = server.visitor()
  const { id } = await visitor.signUp()
  const createdAt = new Date(Date.now() - 25 * 60 * 60 * 1000)
  await database.session.updateMany({
    where: { userId: fromPublicId(id)?.uuid ?? '' },
    data: { createdAt },
  })
  const wrong = await problemOf(await beginPasskey(visitor, 'a guess'), 403)
  expect(wrong.errors).toEqual([{ field: 'password', message: words.passwordWrong }])
  for (const none of ['', undefined, {}])
    expect(
      (
        await problemOf(
          await visitor.fetch(`${PASSKEY}/generate-register-options`, { json: { password: none } }),
          400,
        )
      ).detail,
    ).toBe(accountMessages.passwordEmpty)
  await problemOf(await visitor.fetch(`${PASSKEY}/generate-register-options`), 404)
  expect(
    await database.verification.count({
      where: { value: { contains: fromPublicId(id)?.uuid ?? '' } },
    }),
  ).toBe(0)
  expect((await addPasskey(visitor, authenticator(server.url))).status).toBe(201)
})

test('who has no password adds a passkey within ten minutes of signing in', async () => {
  const visitor = server.visitor()
  const userId = fromPublicId((await visitor.signUp()).id)?.uuid ?? ''
  await database.account.deleteMany({ where: { userId } })
  expect((await addPasskey(visitor, authenticator(server.url))).status).toBe(201)
  await database.session.updateMany({
    where: { userId },
    data: { createdAt: new Date(Date.now() - 11 * 60 * 1000) },
  })
  expect((await problemOf(await beginPasskey(visitor), 403)).detail).toBe(words.signInAgain)
})

test('attack 33: a passkey that is added ends every other session, and one that is refused ends none', async () => {
  const visitor = server.visitor()
  const { email, password } = await visitor.signUp()
  const phone = server.visitor()
  expect((await phone.fetch('/api/auth/sign-in/email', { json: { email, password } })).status).toBe(
    200,
  )
  const isSignedIn = async () => (await phone.fetch('/api/auth/user')).status === 200
  const response = authenticator('https://evil.example').create(await ask(visitor, 'register'))
  await problemOf(
    await visitor.fetch(`${PASSKEY}/verify-registration`, { json: { response } }),
    400,
  )
  expect(await isSignedIn()).toBe(true)
  expect((await addPasskey(visitor, authenticator(server.url))).status).toBe(201)
  expect([await isSignedIn(), (await visitor.fetch('/api/auth/user')).status]).toEqual([false, 200])
})

test('a challenge is good once, for one purpose and in one browser', async () => {
  const { visitor, device } = await withPasskey()
  const browser = server.visitor()
  const signed = device.get(await ask(browser, 'authenticate'))
  await problemOf(await verify(server.visitor(), signed), 400)
  const cookies = new Map(browser.cookies)
  expect((await verify(browser, signed)).status).toBe(200)

  const replay = server.visitor()
  for (const [name, value] of cookies) replay.cookies.set(name, value)
  expect((await problemOf(await verify(replay, signed), 400)).detail).toBe(words.passkeyTimedOut)

  await ask(visitor, 'register')
  expect(
    (await problemOf(await verify(visitor, device.get({ challenge: 'made-up' })), 400)).detail,
  ).toBe(words.passkeyTimedOut)
})

test('a signature by another key, for another challenge or on another page is refused', async () => {
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
    const visitor = server.visitor()
    const answer = await verify(visitor, forge()(await ask(visitor, 'authenticate')))
    expect((await problemOf(answer, 401)).detail).toBe(words.passkeyFailed)
    expect(answer.headers.getSetCookie()).toEqual([])
  }
})

test.each([
  [undefined],
  [null],
  ['text'],
  [{}],
  [{ id: { contains: '' }, rawId: 'x', response: {} }],
  [[]],
])('no passkey: %j', async (response) => {
  const visitor = server.visitor()
  await ask(visitor, 'authenticate')
  await problemOf(await verify(visitor, response), 400)
})

test('the passkey of a disabled account is answered as one that is unknown', async () => {
  const { device, uuid } = await withPasskey()
  await setDisabled(server.services, uuid, true)
  const visitor = server.visitor()
  const disabled = await verify(visitor, device.get(await ask(visitor, 'authenticate')))
  const unknown = await verify(
    visitor,
    authenticator(server.url).get(await ask(visitor, 'authenticate')),
  )
  expect(await problemOf(disabled, 401)).toEqual(await problemOf(unknown, 401))
  expect(await database.session.count({ where: { userId: uuid } })).toBe(0)
})

test('challenges that ran out are not kept', async () => {
  const visitor = server.visitor()
  await ask(visitor, 'authenticate')
  await database.verification.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } })
  await ask(visitor, 'authenticate')
  expect(await database.verification.count()).toBe(1)
})

test('an account has at most 20 passkeys, also when two are added at once', async () => {
  const visitor = server.visitor()
  const { id } = await visitor.signUp()
  const userId = fromPublicId(id)?.uuid ?? ''
  const key = (i: number) => ({
    userId,
    publicKey: 'x',
    credentialID: `${userId}-${i}`,
    counter: 0,
    deviceType: 'singleDevice',
    backedUp: false,
  })
  await database.passkey.createMany({
    data: Array.from({ length: MAX_PASSKEYS - 1 }, (_, i) => key(i)),
  })
  // Two browsers of one session, so that each has a challenge.
  const [one, other] = [server.visitor(), server.visitor()]
  for (const browser of [one, other])
    for (const [name, value] of visitor.cookies) browser.cookies.set(name, value)
  const signed = await Promise.all(
    [one, other].map(async (browser) =>
      authenticator(server.url).create(await ask(browser, 'register')),
    ),
  )
  const added = await Promise.all(
    [one, other].map((browser, i) =>
      browser.fetch(`${PASSKEY}/verify-registration`, { json: { response: signed[i] } }),
    ),
  )
  expect(added.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(await database.passkey.count({ where: { userId } })).toBe(MAX_PASSKEYS)

  const refused = await addPasskey(visitor, authenticator(server.url))
  expect((await problemOf(refused, 409)).detail).toBe(words.tooManyPasskeys)
  await database.passkey.deleteMany({ where: { credentialID: `${userId}-0` } })
  expect((await addPasskey(visitor, authenticator(server.url))).status).toBe(201)
})

test('challenges to add a passkey are few for an account, and those that ran out are not kept', async () => {
  const limited = await testServer({ limits: createLimits() })
  const [visitor, other] = [limited.visitor(), limited.visitor()]
  await visitor.signUp()
  await other.signUp()
  const begin = async (who: Visitor) => (await beginPasskey(who)).status
  for (let i = 0; i < 10; i++) expect(await begin(visitor)).toBe(200)
  expect([await begin(visitor), await begin(other)]).toEqual([429, 200])
  const kept = limited.services.database.verification
  expect(await kept.count()).toBe(11)
  await kept.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } })
  expect(await begin(other)).toBe(200)
  expect(await kept.count()).toBe(1)
})

test('attack 27: beginning with a passkey tells nothing of who is known, nor of who is signed in', async () => {
  const { visitor } = await withPasskey()
  const shape = ({ challenge: _, ...rest }: Challenge) => rest
  expect(shape(await ask(visitor, 'authenticate'))).toEqual(
    shape(await ask(server.visitor(), 'authenticate')),
  )
})
