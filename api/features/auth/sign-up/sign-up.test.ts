import { expect, test } from 'vitest'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import type { SignUpBody } from '#api/test/people/browser.ts'
import { testServer } from '#api/test/servers/server.ts'
import { reasons } from '#rules/reasons.ts'

const server = await testServer()
const { database } = server.services

const ann: SignUpBody = {
  name: 'Ann Lee',
  username: 'ann_lee',
  email: 'ann@example.org',
  password: 'sunny day 1',
}

function signUp(body: unknown) {
  return server.browser().fetch('/api/auth/sign-up/email', { json: body })
}

test('signing up creates an account with normalized fields, and signs in', async () => {
  const visitor = server.browser()
  const response = await visitor.fetch('/api/auth/sign-up/email', {
    json: {
      name: ' Zoë\u202e  Day\n',
      username: ' Zoe_Day ',
      email: ' ZOE@Example.ORG ',
      password: 'sunny day 1',
    },
  })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    user: {
      id: expect.stringMatching(/^user_[0-9a-z]{26}$/),
      displayName: 'Zoë Day',
      username: 'zoe_day',
      email: 'zoe@example.org',
    },
  })
  expect([...visitor.cookies.keys()]).toEqual([
    expect.stringMatching(/^good-vibes-\d+\.session_token$/),
  ])
  const user = await database.user.findUniqueOrThrow({
    where: { username: 'zoe_day' },
    include: { accounts: true, sessions: true, search: true },
  })
  expect(user).toMatchObject({
    bio: null,
    avatar: null,
    disabledAt: null,
    accounts: [{ providerId: 'credential' }],
    sessions: [{}],
  })
  expect(user.search?.text).toContain('zoe day')
  expect(user.accounts[0]?.password).not.toContain('sunny')
})

test('all invalid fields are listed, with the form’s messages', async () => {
  const problem = await expectProblem(
    await signUp({ name: '\u200b', username: 'a', email: 'ann at example', password: 'short' }),
    400,
  )
  expect(problem.detail).toBe(reasons.DISPLAY_NAME_EMPTY)
  expect(problem.errors).toEqual([
    { field: 'name', code: 'DISPLAY_NAME_EMPTY', message: reasons.DISPLAY_NAME_EMPTY },
    { field: 'username', code: 'USERNAME_INVALID', message: reasons.USERNAME_INVALID },
    { field: 'email', code: 'EMAIL_INVALID', message: reasons.EMAIL_INVALID },
    { field: 'password', code: 'PASSWORD_LENGTH', message: reasons.PASSWORD_LENGTH },
  ])
})

test.each([
  ['nothing', {}],
  ['a list', []],
  ['wrong types', { name: 1, username: ['ann'], email: { contains: '' }, password: null }],
])('a body of %s is rejected with every field', async (_name, body) => {
  const { errors } = await expectProblem(await signUp(body), 400)
  expect(errors?.map(({ field }) => field)).toEqual(['name', 'username', 'email', 'password'])
})

test('a password of 7 or 129 characters is rejected', async () => {
  for (const password of ['1234567', 'x'.repeat(129)]) {
    const { errors } = await expectProblem(await signUp({ ...ann, password }), 400)
    expect(errors).toEqual([
      { field: 'password', code: 'PASSWORD_LENGTH', message: reasons.PASSWORD_LENGTH },
    ])
  }
})

test.each([
  'admin',
  'api',
  'graphql',
  'demouser',
  'DemoUser',
  'www',
  ...['hello', 'rules', 'join', 'moderation', 'post', 'notifications', 'settings'],
  ...['oembed', 'sitemap', 'feed'],
  ' Admin ',
  'deleted_1',
  'Deleted_',
  ' MEMBER_0f',
])('attack 38: the username %j is reserved', async (username) => {
  const { errors } = await expectProblem(await signUp({ ...ann, username }), 400)
  expect(errors).toEqual([
    { field: 'username', code: 'USERNAME_TAKEN', message: reasons.USERNAME_TAKEN },
  ])
})

test.each(['unknown@nowhere.invalid', ' Ann@Deleted.Invalid', 'demo-user@demo.invalid'])(
  'the email %j is reserved',
  async (email) => {
    const { errors } = await expectProblem(await signUp({ ...ann, email }), 400)
    expect(errors).toEqual([
      { field: 'email', code: 'EMAIL_INVALID', message: reasons.EMAIL_INVALID },
    ])
  },
)

test.each([
  'аnn_lee',
  'ann\u202elee',
  'ann\u200blee',
  'ａnn',
  'ann lee',
  '@ann',
  'ann.lee',
  'ann\u0000lee',
  'ɑnn',
  "ann'--",
  'an',
  'a'.repeat(31),
])('attack 38: the username %j is rejected', async (username) => {
  const { errors } = await expectProblem(await signUp({ ...ann, username }), 400)
  expect(errors).toEqual([
    { field: 'username', code: 'USERNAME_INVALID', message: reasons.USERNAME_INVALID },
  ])
})

test.each(['a&b', 'a=b', 'a/b', 'a!b'])(
  'an address whose local part is %s signs up, and signs in in capitals',
  async (local) => {
    const email = `${local}@xn--e1afmkfd.xn--p1ai`
    const { password } = await server.browser().signUp({ email })
    const response = await server.browser().fetch('/api/auth/sign-in/email', {
      json: { email: `${local.toUpperCase()}@ПРИМЕР.рф`, password },
    })
    expect(response.status).toBe(200)
  },
)

test('attack 23: signing up cannot set other columns of the account', async () => {
  const forged = {
    id: '00000000-0000-7000-8000-000000000001',
    role: 'admin',
    followersCount: 1e6,
    emailVerified: true,
    image: 'https://x.org/a.png',
  }
  const response = await signUp({
    ...ann,
    username: 'forger',
    email: 'forger@example.org',
    ...forged,
    createdAt: '2001-01-01',
  })
  expect(response.status).toBe(200)
  const user = await database.user.findUniqueOrThrow({ where: { username: 'forger' } })
  expect(user).toMatchObject({ followersCount: 0, emailVerified: false, avatar: null })
  expect(user.id).not.toBe(forged.id)
  expect(Date.now() - user.createdAt.getTime()).toBeLessThan(60_000)
})

test('attack 57: usernames and emails are unique, in any spelling', async () => {
  await server.browser().signUp({ username: 'bea', email: 'bea@example.org' })
  for (const username of ['bea', 'BEA', ' Bea ']) {
    const problem = await expectProblem(await signUp({ ...ann, username }), 409)
    expect(problem).toMatchObject({
      detail: reasons.USERNAME_TAKEN,
      errors: [{ field: 'username', code: 'USERNAME_TAKEN', message: reasons.USERNAME_TAKEN }],
    })
  }
  await server.browser().signUp({ email: 'Bea@bücher.example' })
  for (const email of [
    'bea@example.org',
    'BEA@example.org',
    'bea@EXAMPLE.org ',
    'bea@xn--bcher-kva.example',
    'bea@BÜCHER.example',
    'bea@bu\u0308cher\uff0eexample',
  ]) {
    const problem = await expectProblem(await signUp({ ...ann, email }), 409)
    expect(problem).toMatchObject({
      detail: reasons.EMAIL_TAKEN,
      errors: [{ field: 'email', code: 'EMAIL_TAKEN', message: reasons.EMAIL_TAKEN }],
    })
  }
})

test('attack 57: of concurrent sign-ups with one username, one succeeds', async () => {
  const responses = await Promise.all(
    ['Race', 'race', 'RACE', 'rAce', ' race'].map((username, i) =>
      signUp({ ...ann, username, email: `race${i}@example.org` }),
    ),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect(await database.user.count({ where: { username: 'race' } })).toBe(1)
})

test('attack 57: of concurrent sign-ups with one email, one succeeds', async () => {
  const responses = await Promise.all(
    [1, 2, 3].map((i) => signUp({ ...ann, username: `mail_${i}`, email: 'One@Example.org' })),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
})
