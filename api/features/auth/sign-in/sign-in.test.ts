import { expect, test } from 'vitest'
import { DEMO_USER_UUID, fromPublicId } from '#api/lib/ids.ts'
import { enableRealScrypt } from '#api/test/cheap-scrypt.ts'
import { whileDeleted } from '#api/test/database/locks.ts'
import { hashesOf } from '#api/test/hashes.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { createProgram } from '#api/test/people/api-tokens.ts'
import { userStatus } from '#api/test/people/devices.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { testServer } from '#api/test/servers/server.ts'
import { demoUser } from '#rules/demo-user.ts'
import { reasons } from '#rules/reasons.ts'
import { setDisabled } from '../creation/account.write.ts'

enableRealScrypt()
const server = await testServer()
const { database, ids } = server.services
const ann = await server
  .browser()
  .signUp({ username: 'ann', email: 'ann@example.org', password: 'sunny day 1' })

function signIn(body: unknown, route = 'email') {
  return server.browser().fetch(`/api/auth/sign-in/${route}`, { json: body })
}

test.each([
  ['email', { email: 'ann@example.org' }],
  ['email', { email: ' ANN@Example.org ' }],
  ['email', { email: 'Ann' }],
  ['email', { email: '@ann' }],
  ['email', { email: ' \uff20Ann' }],
  ['username', { username: 'ann' }],
  ['username', { username: ' ANN' }],
  ['username', { username: '@Ann' }],
  ['username', { username: 'ann@example.org' }],
])('signs in by %s as %j', async (route, identifier) => {
  const response = await signIn({ ...identifier, password: ann.password }, route)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    user: { id: ann.id, username: 'ann', displayName: ann.name, email: 'ann@example.org' },
  })
})

test('an address of an internationalized domain signs in in all its spellings', async () => {
  const spellings = ['b@bücher.example', 'B@BÜCHER\u3002Example', 'b@XN--bcher-kva.example']
  const visitor = server.browser()
  const { username, password } = await visitor.signUp({ email: 'b@bücher.example' })
  for (const email of spellings) expect((await signIn({ email, password })).status).toBe(200)
  expect(await database.user.findUniqueOrThrow({ where: { username } })).toMatchObject({
    email: 'b@xn--bcher-kva.example',
  })
})

test.each(['a&b=c/d!@example.org', 'x@пример.рф', 'x@localhost', 'old@foo-.example'])(
  'signs in by %s, also where an earlier version stored it',
  async (email) => {
    const visitor = server.browser()
    const { id, password } = await visitor.signUp()
    const stored = email.replace('пример.рф', 'xn--e1afmkfd.xn--p1ai')
    const row = { id: uuidOf(id) }
    await database.user.update({ where: row, data: { email: stored } })
    expect((await signIn({ email: email.toUpperCase(), password })).status).toBe(200)
    expect((await database.user.findUniqueOrThrow({ where: row })).email).toBe(stored)
  },
)

test('signs in by a username that was reserved later', async () => {
  const visitor = server.browser()
  const { id, password } = await visitor.signUp()
  await database.user.update({
    where: { id: uuidOf(id) },
    data: { username: 'member_since_1999' },
  })
  expect((await signIn({ username: 'Member_since_1999', password }, 'username')).status).toBe(200)
})

test('attack 27: a wrong password, an unknown account and one without a password get the same response', async () => {
  await database.user.create({
    data: {
      id: ids.next(),
      displayName: 'Seeded',
      username: 'seeded',
      email: 'seeded@example.org',
    },
  })
  const responses = [
    await signIn({ email: 'ann@example.org', password: 'rainy day 1' }),
    await signIn({ email: 'unknown@example.org', password: 'rainy day 1' }),
    await signIn({ email: 'seeded@example.org', password: 'rainy day 1' }),
    await signIn({ email: 'not an email', password: 'rainy day 1' }),
    await signIn({ email: 'ann\u0000@example.org', password: 'rainy day 1' }),
    await signIn({ email: 'ann@example.org', password: 'x'.repeat(500) }),
    await signIn({ username: 'ann', password: 'rainy day 1' }, 'username'),
    await signIn({ username: 'unknown_member', password: 'rainy day 1' }, 'username'),
    await signIn({ username: 'a', password: 'rainy day 1' }, 'username'),
  ]
  for (const response of responses) {
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await expectProblem(response, 401)).toEqual({
      type: 'about:blank',
      title: 'Unauthorized',
      status: 401,
      code: 'SIGN_IN_FAILED',
      detail: reasons.SIGN_IN_FAILED,
    })
  }
})

test('attack 27: an unknown account takes as long as a known one: one hash', async () => {
  const kinds = {
    known: { email: 'ann@example.org' },
    unknown: { email: 'unknown@example.org' },
    'without a password': { email: 'seeded@example.org' },
    invalid: { email: 'not an email' },
  }
  for (const [kind, identifier] of Object.entries(kinds)) {
    const hashes = await hashesOf(() => signIn({ ...identifier, password: 'rainy day 1' }))
    expect(hashes, kind).toEqual([
      { keyBytes: 64, options: expect.objectContaining({ N: 16_384, r: 16, p: 1 }) },
    ])
  }
})

test('empty fields are listed in the error', async () => {
  const problem = await expectProblem(await signIn({ email: ' ', password: '' }), 400)
  expect(problem.errors).toEqual([
    { field: 'email', code: 'IDENTIFIER_EMPTY', message: reasons.IDENTIFIER_EMPTY },
    { field: 'password', code: 'PASSWORD_EMPTY', message: reasons.PASSWORD_EMPTY },
  ])
  expect(
    (await expectProblem(await signIn({ username: {}, password: [] }, 'username'), 400)).errors,
  ).toEqual([
    { field: 'username', code: 'IDENTIFIER_EMPTY', message: reasons.IDENTIFIER_EMPTY },
    { field: 'password', code: 'PASSWORD_EMPTY', message: reasons.PASSWORD_EMPTY },
  ])
})

test('a disabled account gets the same error, and its sessions end', async () => {
  const visitor = server.browser()
  const dora = await visitor.signUp()
  const { uuid } = fromPublicId(dora.id) ?? { uuid: '' }
  await setDisabled(server.services, uuid, true)
  const problem = await expectProblem(
    await signIn({ email: dora.email, password: dora.password }),
    401,
  )
  expect(problem.detail).toBe(reasons.SIGN_IN_FAILED)
  expect(
    server.logLines.filter(
      (line) => line.includes('"level":"error"') || line.includes('"level":50'),
    ),
  ).toEqual([])
  expect(await database.session.count({ where: { userId: uuid } })).toBe(0)
  expect((await visitor.fetch('/api/login')).status).not.toBe(302)

  await setDisabled(server.services, uuid, false)
  expect((await signIn({ email: dora.email, password: dora.password })).status).toBe(200)
})

test('enabling an account that is not disabled ends neither sessions nor API tokens', async () => {
  const visitor = server.browser()
  const dora = await visitor.signUp()
  const { script } = await createProgram(server, visitor, ['read', 'read:private'])
  await setDisabled(server.services, uuidOf(dora.id), false)
  expect([await userStatus(visitor), await userStatus(script)]).toEqual([200, 200])
})

test('the demo user cannot sign in, even with a password', async () => {
  const { password } = await database.account.findFirstOrThrow({
    where: { userId: uuidOf(ann.id) },
  })
  const demo = {
    id: DEMO_USER_UUID,
    displayName: demoUser.displayName,
    username: demoUser.username,
    email: 'demo@example.org',
  }
  const accounts = { create: { providerId: 'credential', accountId: DEMO_USER_UUID, password } }
  await database.user.create({ data: { ...demo, accounts } })
  await expectProblem(await signIn({ email: 'demo@example.org', password: ann.password }), 401)
  await expectProblem(
    await signIn({ username: 'demouser', password: ann.password }, 'username'),
    401,
  )
})

test('signing in while the account is deleted fails like for an unknown account', async () => {
  const visitor = server.browser()
  const leaving = await visitor.signUp()
  const response = await whileDeleted(database, uuidOf(leaving.id), () =>
    signIn({ email: leaving.email, password: leaving.password }),
  )
  const { detail } = await expectProblem(response, 401)
  expect(detail).toBe(reasons.SIGN_IN_FAILED)
})
