import { expect, test } from 'vitest'
import { DEMO_USER_UUID, fromPublicId } from '#api/lib/ids.ts'
import { problemOf } from '#api/test/problem.ts'
import { testServer } from '#api/test/server.ts'
import { accountMessages } from '#rules/account-messages.ts'
import { demoUser } from '#rules/demo-user.ts'
import { words } from '../common/messages.ts'
import { setDisabled } from '../sign-up/account.write.ts'

const server = await testServer()
const { database, ids } = server.services
const ann = await server
  .visitor()
  .signUp({ username: 'ann', email: 'ann@example.org', password: 'sunny day 1' })

function signIn(body: unknown, door = 'email') {
  return server.visitor().fetch(`/api/auth/sign-in/${door}`, { json: body })
}

test.each([
  ['email', { email: 'ann@example.org' }],
  ['email', { email: ' ANN@Example.org ' }],
  ['email', { email: 'Ann' }],
  ['username', { username: 'ann' }],
  ['username', { username: ' ANN' }],
  ['username', { username: 'ann@example.org' }],
])('by %s as %j', async (door, claim) => {
  const response = await signIn({ ...claim, password: ann.password }, door)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    user: { id: ann.id, username: 'ann', displayName: ann.name, email: 'ann@example.org' },
  })
})

test('by a name from before it was reserved', async () => {
  const visitor = server.visitor()
  const { id, password } = await visitor.signUp()
  await database.user.update({
    where: { id: fromPublicId(id)?.uuid ?? '' },
    data: { username: 'member_since_1999' },
  })
  expect((await signIn({ username: 'Member_since_1999', password }, 'username')).status).toBe(200)
})

test('attack 27: the token is in the cookie alone, and a wrong password, an unknown person and one without a password are answered alike', async () => {
  await database.user.create({
    data: {
      id: ids.next(),
      displayName: 'Seeded',
      username: 'seeded',
      email: 'seeded@example.org',
    },
  })
  const answers = [
    await signIn({ email: 'ann@example.org', password: 'rainy day 1' }),
    await signIn({ email: 'nobody@example.org', password: 'rainy day 1' }),
    await signIn({ email: 'seeded@example.org', password: 'rainy day 1' }),
    await signIn({ email: 'not an email', password: 'rainy day 1' }),
    await signIn({ email: 'ann\u0000@example.org', password: 'rainy day 1' }),
    await signIn({ email: 'ann@example.org', password: 'x'.repeat(500) }),
    await signIn({ username: 'ann', password: 'rainy day 1' }, 'username'),
    await signIn({ username: 'nobody', password: 'rainy day 1' }, 'username'),
    await signIn({ username: 'a', password: 'rainy day 1' }, 'username'),
  ]
  for (const answer of answers) {
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await problemOf(answer, 401)).toEqual({
      type: 'about:blank',
      title: 'Unauthorized',
      status: 401,
      detail: words.signInFailed,
    })
  }
})

// What takes long is work, and work is what the processor did for this process: others that share it do not count.
test('attack 27: an unknown address takes as long as a known one', async () => {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let i = 0; i < 12; i++) {
    for (const kind of ['known', 'unknown'] as const) {
      const begun = process.cpuUsage()
      await signIn({
        email: kind === 'known' ? 'ann@example.org' : `nobody${i}@example.org`,
        password: 'rainy day 1',
      })
      const { user, system } = process.cpuUsage(begun)
      times[kind].push(user + system)
    }
  }
  // The least of each is what the work takes when nothing is in its way.
  const ratio = Math.min(...times.known) / Math.min(...times.unknown)
  expect(ratio).toBeGreaterThan(0.8)
  expect(ratio).toBeLessThan(1.25)
})

test('empty fields are named', async () => {
  const problem = await problemOf(await signIn({ email: ' ', password: '' }), 400)
  expect(problem.errors).toEqual([
    { field: 'email', message: accountMessages.identifierEmpty },
    { field: 'password', message: accountMessages.passwordEmpty },
  ])
  expect(
    (await problemOf(await signIn({ username: {}, password: [] }, 'username'), 400)).errors,
  ).toEqual([
    { field: 'username', message: accountMessages.identifierEmpty },
    { field: 'password', message: accountMessages.passwordEmpty },
  ])
})

test('a disabled account is refused in the same words, and its sessions are dead at once', async () => {
  const visitor = server.visitor()
  const dora = await visitor.signUp()
  const { uuid } = fromPublicId(dora.id) ?? { uuid: '' }
  await setDisabled(server.services, uuid, true)
  const problem = await problemOf(await signIn({ email: dora.email, password: dora.password }), 401)
  expect(problem.detail).toBe(words.signInFailed)
  expect(
    server.logged.filter((line) => line.includes('"level":"error"') || line.includes('"level":50')),
  ).toEqual([])
  expect(await database.session.count({ where: { userId: uuid } })).toBe(0)
  expect((await visitor.fetch('/api/login')).status).not.toBe(302)

  await setDisabled(server.services, uuid, false)
  expect((await signIn({ email: dora.email, password: dora.password })).status).toBe(200)
})

test('nobody signs in as the demo user, even with a password that is its', async () => {
  const { password } = await database.account.findFirstOrThrow({
    where: { userId: fromPublicId(ann.id)?.uuid ?? '' },
  })
  const demo = {
    id: DEMO_USER_UUID,
    displayName: demoUser.displayName,
    username: demoUser.username,
    email: 'demo@example.org',
  }
  const accounts = { create: { providerId: 'credential', accountId: DEMO_USER_UUID, password } }
  await database.user.create({ data: { ...demo, accounts } })
  await problemOf(await signIn({ email: 'demo@example.org', password: ann.password }), 401)
  await problemOf(await signIn({ username: 'demouser', password: ann.password }, 'username'), 401)
})
