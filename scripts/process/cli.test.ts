import { expect, test } from 'vitest'
import { codeOf } from '#api/test/people/totp.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { startProduct } from '../../e2e/server.ts'
import { operator } from './operator.ts'

// Commands use the database of a running server. Those of the operator need no invitation.

const SIGN_UPS = 'invite'
const product = await startProduct({ RATE_LIMIT: 'off', SIGN_UPS })
registerCleanup(() => product.stop())
const { succeed, fail } = operator({ DATA_DIR: product.dataDir, SIGN_UPS })

const address = (path: string) => `${product.url}${path}`

function send(path: string, body: object, Cookie = '', method = 'POST'): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', Cookie }
  return fetch(address(path), { method, headers, body: JSON.stringify(body) })
}
const signIn = (username: string, password: string): Promise<Response> =>
  send('/api/auth/sign-in/username', { username, password })

const cookieOf = (signedIn: Response) =>
  signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

async function sessionStatus(signedIn: Response): Promise<number> {
  const headers = { cookie: cookieOf(signedIn) }
  return (await fetch(address('/api/auth/user'), { headers })).status
}

test('user create creates an account with a working password', async () => {
  const options = ['--email', 'ada@example.com', '--name', 'Ada Lovelace']
  const made = await succeed(['user', 'create', 'ada', ...options])
  expect(made).toMatch(/^Created the account ada \(user_\w{26}\)\.\nPassword: [a-z2-9]{20}\n$/)
  const signedIn = await signIn('ada', made.trim().split(' ').at(-1) ?? '')
  expect(signedIn.status).toBe(200)
  expect(await sessionStatus(signedIn)).toBe(200)
  expect(await succeed(['user', 'list', '--limit', '1'])).toContain('Ada Lovelace')
})

test('invite prints a link that works as often and as long as chosen', async () => {
  const printed = await succeed(['invite', '--uses', '2', '--days', '3'])
  const [, code = '', time = ''] =
    /^\S+\/join\/([\w-]{24})\nIt works 2 times, until (\S+)\.\n$/.exec(printed) ?? []
  expect(Math.abs(Date.parse(time) - Date.now() - 3 * 24 * 60 * 60 * 1000)).toBeLessThan(60_000)
  const signUp = (number: number, invitation?: string) =>
    send('/api/auth/sign-up/email', {
      name: 'Guest',
      username: `guest_${number}`,
      email: `guest${number}@example.com`,
      password: 'a long password',
      invitation,
    })
  const statuses = []
  for (let number = 1; number <= 3; number++) statuses.push((await signUp(number, code)).status)
  expect([...statuses, (await signUp(4)).status]).toEqual([200, 200, 403, 403])
  expect(await succeed(['invite'])).toMatch(/\nIt works once, until \S+\.\n$/)
  expect(await fail('invite', '--uses', '1001')).toBe(
    'An invitation can be used 1 to 1,000 times.\n',
  )
  expect(await fail('invite', '--days', 'many')).toMatch(/Enter a number from 1\./)
})

test('admin-link prints a link that makes an administrator, once', async () => {
  const printed = await succeed(['admin-link'])
  const [, token] =
    /^\S+\/administrator\/([0-9a-f]{64})\nOpen it while you are signed in\. It works once, for one hour\.\n$/.exec(
      printed,
    ) ?? []
  const [cookie = ''] = (await signIn('guest_1', 'a long password')).headers.getSetCookie()
  const query = `mutation { becomeAdministrator(input: { token: "${token}" }) {
    user { role } userErrors { reason }
  } }`
  const become = async () =>
    (await (await send('/graphql', { query }, cookie.split(';')[0])).json()) as unknown
  expect(await become()).toEqual({
    data: { becomeAdministrator: { user: { role: 'ADMIN' }, userErrors: [] } },
  })
  expect(await become()).toEqual({
    data: {
      becomeAdministrator: { user: null, userErrors: [{ reason: 'ADMIN_LINK_INVALID' }] },
    },
  })
})

test('user promote changes what a signed-in account may do, at once', async () => {
  const [cookie = ''] = (await signIn('guest_2', 'a long password')).headers.getSetCookie()
  const log = async () => {
    const query = '{ moderationLog { edges { node { id } } } }'
    const response = await send('/graphql', { query }, cookie.split(';')[0])
    const { data, errors } = (await response.json()) as {
      data: { moderationLog: object | null } | null
      errors?: { extensions: { code: string } }[]
    }
    return errors?.[0]?.extensions.code ?? (data?.moderationLog && 'allowed')
  }
  const promote = (role: string) => succeed(['user', 'promote', 'guest_2', '--role', role])
  expect(await log()).toBe('FORBIDDEN')
  expect(await promote('moderator')).toBe('guest_2 is now a moderator.\n')
  expect(await log()).toBe('allowed')
  expect(await promote('admin')).toBe('guest_2 is now an admin.\n')
  expect(await promote('member')).toBe('guest_2 is now a member.\n')
  expect(await log()).toBe('FORBIDDEN')
  expect(await fail('user', 'promote', 'guest_2', '--role', 'owner')).toMatch(/role/)
  expect(await fail('user', 'promote', 'demo-user', '--role', 'admin')).toBe(
    'Everyone shares the demo user, so it stays a member.\n',
  )
})

test('token creates, lists and revokes an API token', async () => {
  const created = await succeed(['token', 'create', 'ada', '--name', 'Backup', '--scopes', 'read'])
  const [, secret = ''] =
    /^(gv_\w+)\nIt acts as ada\. It is not shown again\.\n$/.exec(created) ?? []
  const query = async () => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${secret}` }
    const body = JSON.stringify({ query: '{ viewer { username } }' })
    const response = await fetch(address('/graphql'), { method: 'POST', headers, body })
    return [response.status, (await response.json()).data?.viewer.username]
  }
  expect(await query()).toEqual([200, 'ada'])
  const listed = await succeed(['token', 'list', 'ada'])
  expect(listed).toContain('Backup')
  expect(listed).not.toContain(secret)
  const [id = ''] = /token_\w+/.exec(listed) ?? []
  expect(await succeed(['token', 'revoke', id])).toBe('The token "Backup" no longer works.\n')
  expect((await query())[0]).toBe(401)
  expect(await succeed(['token', 'list', 'ada'])).toBe('ada has no API tokens.\n')
  expect(await fail('token', 'create', 'ada', '--name', 'x', '--scopes', 'all')).toMatch(
    /Choose from read, /,
  )
})

async function userCreated(name: string): Promise<[password: string, id: string]> {
  const made = await succeed(['user', 'create', name, '--email', `${name}@example.com`])
  return [made.trim().split(' ').at(-1) ?? '', /user_\w{26}/.exec(made)?.[0] ?? '']
}

test('report prints what happened in a year', async () => {
  expect((await succeed(['report', '--year', '2020'])).replaceAll('\n\n', '\n')).toBe(
    `Reports in 2020: 0\nDecisions in 2020: 0\nAppeals in 2020: 0\nReversals in 2020: 0
Hours until a decision: median none, slowest none\n`,
  )
  expect(await fail('report')).toMatch(/--year/)
  const [, subjectId] = await userCreated('reported')
  const [password] = await userCreated('reporter')
  const cookie = cookieOf(await signIn('reporter', password))
  const made = await send('/api/reports', { subjectId, reason: 'SPAM' }, cookie)
  const year = new Date((await made.json()).createdAt).getUTCFullYear()
  expect(await succeed(['report', '--year', String(year)])).toMatch(
    new RegExp(`^Reports in ${year}: 1\n.*SPAM +1\n\nDecisions in ${year}: 0\n`, 's'),
  )
})

test('user create reports every invalid field', async () => {
  expect(await fail('user', 'create', 'a d', '--email', 'ada')).toBe(
    'A username has 3 to 30 letters a–z, digits or underscores.\nPlease enter an email address.\n',
  )
  expect(await fail('user', 'create', 'ada', '--email', 'other@example.com')).toBe(
    'That username is taken. Try another.\n',
  )
})

test('an account is found by each spelling of its address, and by its username with the @', async () => {
  const create = (username: string, email: string) => ['user', 'create', username, '--email', email]
  await succeed(create('bertha', 'Bertha@Bücher.example'))
  expect(await succeed(['user', 'list', '--limit', '1'])).toContain('bertha@xn--bcher-kva.example')
  expect(await fail(...create('another', 'bertha@bücher\u3002example'))).toBe(
    'An account with that email already exists. Sign in instead.\n',
  )
  for (const who of ['BERTHA@xn--bcher-kva.example', 'bertha@bücher.example', '@Bertha'])
    expect(await succeed(['user', 'reset-two-factor', who])).toBe(
      'bertha does not use two-step sign-in.\n',
    )
})

test('reset-password ends every session and replaces the old password', async () => {
  await succeed(
    ['user', 'create', 'grace', '--email', 'grace@example.com', '--password-stdin'],
    'a first password\n',
  )
  const before = await signIn('grace', 'a first password')
  expect(
    await succeed(
      ['user', 'reset-password', 'Grace@Example.com', '--password-stdin'],
      'a second password\n',
    ),
  ).toBe('grace has a new password and is signed out everywhere.\n')
  expect(await sessionStatus(before)).toBe(401)
  expect((await signIn('grace', 'a first password')).status).toBe(401)
  expect(await sessionStatus(await signIn('grace', 'a second password'))).toBe(200)
})

test('reset-two-factor lets an account sign in with its password only', async () => {
  const password = 'a long password'
  await succeed(
    ['user', 'create', 'edith', '--email', 'edith@example.com', '--password-stdin'],
    password,
  )
  const [cookie = ''] = (await signIn('edith', password)).headers.getSetCookie()
  const call = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', Cookie: cookie.split(';')[0] ?? '' }
    const response = await fetch(address(`/api/auth/two-factor/${path}`), {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return (await response.json()) as Record<string, string>
  }
  const { key = '' } = await call('start', { password })
  await call('confirm', { code: codeOf(key) })
  expect((await signIn('edith', password)).status).toBe(401)
  expect(await succeed(['user', 'reset-two-factor', 'edith'])).toBe(
    'edith now signs in without a code.\n',
  )
  expect((await signIn('edith', password)).status).toBe(200)
  expect(await succeed(['user', 'reset-two-factor', 'edith'])).toBe(
    'edith does not use two-step sign-in.\n',
  )
})

test('a disabled account is signed out and cannot sign in until it is enabled', async () => {
  await succeed(
    ['user', 'create', 'alan', '--email', 'alan@example.com', '--password-stdin'],
    'a long password',
  )
  const before = await signIn('alan', 'a long password')
  expect(await succeed(['user', 'disable', 'alan'])).toBe("alan is signed out and can't sign in.\n")
  expect(await sessionStatus(before)).toBe(401)
  expect((await signIn('alan', 'a long password')).ok).toBe(false)
  expect(await fail('token', 'create', 'alan', '--name', 'x')).toBe(
    'alan is disabled. Run "npm run cli -- user enable alan" first.\n',
  )
  expect(await succeed(['user', 'enable', 'alan'])).toBe('alan can sign in again.\n')
  expect(await sessionStatus(await signIn('alan', 'a long password'))).toBe(200)
})

test('a deleted account loses its sessions at once', async () => {
  await succeed(
    ['user', 'create', 'mary', '--email', 'mary@example.com', '--password-stdin'],
    'a long password',
  )
  const signedIn = await signIn('mary', 'a long password')
  expect(await fail('user', 'delete', 'mary')).toBe(
    "Nothing was deleted: there's no terminal to confirm it. Add --yes if you're sure.\n",
  )
  expect(await sessionStatus(signedIn)).toBe(200)
  expect(await succeed(['user', 'delete', 'mary', '--yes'])).toBe(
    'Deleted mary and all their data.\n',
  )
  expect(await sessionStatus(signedIn)).toBe(401)
  expect(await fail('user', 'delete', 'mary', '--yes')).toBe('There is no account "mary".\n')
})

test('a hidden post leaves the feed until it is unhidden', async () => {
  const newest = async () =>
    ((await (await fetch(address('/api/posts?limit=1'))).json()) as { id: string }[])[0]?.id ?? ''
  const id = await newest()
  expect(await succeed(['post', 'hide', id])).toBe(`${id} is hidden from everyone.\n`)
  // Visitors see a change within a second.
  await expect.poll(newest).not.toBe(id)
  expect(await succeed(['post', 'unhide', id])).toBe(`${id} is visible again.\n`)
  await expect.poll(newest).toBe(id)
})

test('demo reset restores the demo user', async () => {
  const user = async () =>
    (await (await fetch(address('/api/users/demo-user'))).json()) as { bio: string }
  const { bio } = await user()
  await send('/api/users/demo-user', { bio: 'Changed by a visitor.' }, '', 'PATCH')
  expect(await user()).toMatchObject({ bio: 'Changed by a visitor.' })
  expect(await succeed(['demo', 'reset'])).toBe('Reset the demo user.\n')
  expect(await user()).toMatchObject({ bio })
})

test.each([
  [['user', 'disable', 'missing_user'], 'There is no account "missing_user".\n'],
  [['user', 'disable', 'demo-user'], 'To turn the demo user off, set DEMO_USER to off.\n'],
  [
    ['user', 'delete', 'demo-user', '--yes'],
    "The demo user can't be deleted. To turn it off, set DEMO_USER to off.\n",
  ],
  [['user', 'reset-password', 'demo-user'], 'That account has no password.\n'],
  [
    ['token', 'create', 'demo-user', '--name', 'x'],
    'Everyone shares the demo user, so it has no API tokens.\n',
  ],
  [['invite', '--days', '99999999999'], 'Choose a time within the next 365 days.\n'],
  [['post', 'hide', 'something'], '"something" is not the id of a post.\n'],
  [
    ['post', 'hide', 'post_01h455vb4pex5vsknk084sn02q'],
    'There is no post post_01h455vb4pex5vsknk084sn02q.\n',
  ],
])('%j fails with an explanation', async (args, message) => {
  expect(await fail(...args)).toBe(message)
})
