import { expect, test, vi } from 'vitest'
import { createLimits } from '#api/limits/rate-limits.ts'
import { hashesOf, holdHashes } from '#api/test/hashes.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { testServer } from '#api/test/servers/server.ts'
import { reasons } from '#rules/reasons.ts'

/** Trusts one proxy, so tests can send requests from many addresses. */
const proxied = await testServer({ limits: createLimits(), settings: { trustProxy: 1 } })
const direct = await testServer({ limits: createLimits() })

let addresses = 0
const newAddress = () => `198.51.${(addresses >> 8) & 255}.${addresses++ & 255}`

function signIn(
  body: Record<string, string>,
  { from = newAddress(), route = 'email', server = proxied, headers = {} } = {},
) {
  return server.browser().fetch(`/api/auth/sign-in/${route}`, {
    json: { password: 'wrong wrong', ...body },
    headers: { 'x-forwarded-for': from, ...headers },
  })
}

/** Attempts with a passkey share the limit per address and need no slow hash. */
async function tryPasskeyFrom(from: string, { server = proxied, headers = {} } = {}) {
  const credential = { id: 'none', rawId: 'none', response: {} }
  return server.browser().fetch('/api/auth/passkey/verify-authentication', {
    json: { response: credential },
    headers: { 'x-forwarded-for': from, ...headers },
  })
}

async function statuses(responses: Promise<Response>[]): Promise<number[]> {
  return (await Promise.all(responses)).map(({ status }) => status)
}

function times<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i))
}

async function account() {
  const number = ++addresses
  const body = {
    name: 'Ann',
    username: `ann_${number}`,
    email: `ann_${number}@example.org`,
    password: 'sunny day 1',
  }
  await proxied
    .browser()
    .fetch('/api/auth/sign-up/email', { json: body, headers: { 'x-forwarded-for': newAddress() } })
  return body
}

/** Until the end of the test, so limits do not recover meanwhile. */
function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'] })
  registerCleanup(() => vi.useRealTimers())
}

test('attack 28: the 11th sign-in from an IP address within ten minutes is rejected', async () => {
  stopClock()
  const from = newAddress()
  expect(
    await statuses(times(10, (i) => signIn({ email: `unknown${i}@example.org` }, { from }))),
  ).toEqual(times(10, () => 401))
  const rejected = await signIn({ email: 'unknown11@example.org' }, { from })
  expect(Number(rejected.headers.get('retry-after'))).toBe(600)
  expect((await expectProblem(rejected, 429)).detail).toMatch(/try again in 10 minutes/)
  expect((await signIn({ email: 'unknown@example.org' })).status).toBe(401)
})

test('attack 28, attack 31: the 31st attempt at an account within an hour fails, by any route and spelling', async () => {
  const { username, email, password } = await account()
  const identifiers = [
    { email },
    { email: email.toUpperCase() },
    { email: ` ${email} ` },
    { email: username },
    { username },
    { username: username.toUpperCase() },
  ]
  const attempts = times(30, (i) => {
    const identifier = identifiers[i % identifiers.length] ?? {}
    return signIn(identifier as Record<string, string>, {
      route: 'email' in identifier ? 'email' : 'username',
    })
  })
  expect(await statuses(attempts)).toEqual(times(30, () => 401))
  for (const rejected of [
    await signIn({ username, password }, { route: 'username' }),
    await signIn({ email, password }),
  ]) {
    expect(rejected.headers.getSetCookie()).toEqual([])
    expect((await expectProblem(rejected, 401)).detail).toBe(reasons.SIGN_IN_FAILED)
  }
})

test('attack 27, attack 28: an identifier tried 30 times is rejected, with or without an account', async () => {
  stopClock()
  const { username, email } = await account()
  const other = await account()
  const rejections = []
  for (const typed of [
    username,
    other.email,
    'not.registered@example.org',
    'no identifier, but a text',
  ]) {
    expect(
      await statuses(
        times(30, (i) => signIn({ email: i % 2 ? typed.toUpperCase() : ` ${typed}` })),
      ),
    ).toEqual(times(30, () => 401))
    const rejected = await signIn({ username: typed }, { route: 'username' })
    expect(Number(rejected.headers.get('retry-after'))).toBe(3_600)
    rejections.push(await expectProblem(rejected, 429))
  }
  expect(new Set(rejections.map((rejection) => JSON.stringify(rejection))).size).toBe(1)
  // The other identifier of the same account is not limited.
  const others = await Promise.all(
    [email, other.username, 'another.unknown@example.org'].map((typed) => signIn({ email: typed })),
  )
  for (const response of others)
    expect((await expectProblem(response, 401)).detail).toBe(reasons.SIGN_IN_FAILED)
})

test('attack 27: a rate-limited account takes as long as another: one hash', async () => {
  const [limited, fresh] = [await account(), await account()]
  await Promise.all(times(30, () => signIn({ email: limited.email })))
  const attempt = ({ username }: { username: string }) =>
    hashesOf(async () => {
      const response = await signIn({ username }, { route: 'username' })
      expect(response.status).toBe(401)
    })
  const hashes = await attempt(limited)
  expect(hashes).toHaveLength(1)
  expect(await attempt(fresh)).toEqual(hashes)
})

test('attack 29: addresses in one IPv6 network share a limit', async () => {
  expect(await statuses(times(10, (i) => tryPasskeyFrom(`2001:db8:1:2::${i + 1}`)))).toEqual(
    times(10, () => 400),
  )
  await expectProblem(await tryPasskeyFrom('2001:db8:1:2:ffff:ffff:ffff:ffff'), 429)
  await expectProblem(await tryPasskeyFrom('2001:db8:1:3::1'), 400)
})

test('attack 29: an IPv4 address and its IPv6-mapped form share a limit', async () => {
  expect(
    await statuses(times(10, (i) => tryPasskeyFrom(i % 2 ? '203.0.113.9' : '::ffff:203.0.113.9'))),
  ).toEqual(times(10, () => 400))
  await expectProblem(await tryPasskeyFrom('::ffff:cb00:7109'), 429)
  await expectProblem(await tryPasskeyFrom('::ffff:203.0.113.10'), 400)
})

test('the addresses of an IPv6 /48 share ten times the limit, and others keep theirs', async () => {
  const tryFrom = (i: number) => tryPasskeyFrom(`2001:db8:48:${i.toString(16)}::1`)
  expect(await statuses(times(100, tryFrom))).toEqual(times(100, () => 400))
  await expectProblem(await tryFrom(100), 429)
  await expectProblem(await tryPasskeyFrom('2001:db8:49::1'), 400)
})

test('attack 30: without a trusted proxy, forwarding headers are ignored', async () => {
  const spoofed = (i: number) => ({
    'x-forwarded-for': `203.0.113.${i}`,
    forwarded: `for=203.0.113.${i}`,
    'x-real-ip': `203.0.113.${i}`,
  })
  const attempts = times(10, (i) => tryPasskeyFrom('', { server: direct, headers: spoofed(i) }))
  expect(await statuses(attempts)).toEqual(times(10, () => 400))
  await expectProblem(await tryPasskeyFrom('', { server: direct, headers: spoofed(99) }), 429)
})

test('attack 30: with one trusted proxy, only its forwarded address counts', async () => {
  expect(await statuses(times(10, (i) => tryPasskeyFrom(`203.0.113.${i}, 192.0.2.77`)))).toEqual(
    times(10, () => 400),
  )
  await expectProblem(await tryPasskeyFrom('192.0.2.77'), 429)
  await expectProblem(await signIn({ email: 'chain@example.org' }, { from: '192.0.2.77' }), 429)
})

test('attack 31: a trailing slash, other case or another route shares the limit', async () => {
  const from = newAddress()
  const routes = ['email', 'email/', 'EMAIL', 'username', 'Username/', 'email?x=1']
  expect(await statuses(times(10, () => tryPasskeyFrom(from)))).toEqual(times(10, () => 400))
  expect(
    await statuses(routes.map((route) => signIn({ email: 'route@example.org' }, { from, route }))),
  ).toEqual(routes.map(() => 429))
  const suffixed = await signIn({ email: 'route@example.org' }, { from, route: 'email.json' })
  await expectProblem(suffixed, 404)
})

test('an IP address gets five sign-ups an hour, and invalid ones do not count', async () => {
  stopClock()
  const from = newAddress()
  const signUp = (i: number, fields = {}) =>
    proxied.browser().fetch('/api/auth/sign-up/email', {
      json: {
        name: 'Bo',
        username: `bo_${i}`,
        email: `bo_${i}@example.org`,
        password: 'sunny day 1',
        ...fields,
      },
      headers: { 'x-forwarded-for': from },
    })
  const { username } = await account()
  expect(await statuses(times(6, () => signUp(0, { password: 'short' })))).toEqual(
    times(6, () => 400),
  )
  expect(await statuses(times(6, () => signUp(0, { username })))).toEqual(times(6, () => 409))
  expect(await statuses(times(5, (i) => signUp(i)))).toEqual(times(5, () => 200))
  expect(Number((await signUp(6)).headers.get('retry-after'))).toBe(3_600)
})

test('attack 27: probing for taken emails counts as signing up', async () => {
  const from = newAddress()
  const { email } = await account()
  const probe = (i: number) =>
    proxied.browser().fetch('/api/auth/sign-up/email', {
      json: { name: 'Bo', username: `probe_${i}`, email, password: 'sunny day 1' },
      headers: { 'x-forwarded-for': from },
    })
  expect(await statuses(times(5, probe))).toEqual(times(5, () => 409))
  await expectProblem(await probe(6), 429)
})

test('a full queue of sign-ins refuses visitors, but not the person with a session', async () => {
  const { email, password } = await account()
  const member = proxied.browser()
  const headers = { 'x-forwarded-for': newAddress() }
  await member.fetch('/api/auth/sign-in/email', { json: { email, password }, headers })
  const release = holdHashes()
  // Up to three are hashed, 50 wait.
  const visitors = times(54, (i) => signIn({ email: `unknown${i}@example.com` }))
  await firstRefused(visitors)
  const json = { currentPassword: 'wrong wrong', newPassword: 'a rainy evening' }
  const changes = times(11, () => member.fetch('/api/auth/change-password', { json, headers }))
  await firstRefused(changes)
  release()
  expect((await statuses(changes)).sort()).toEqual([...times(10, () => 403), 429])
  await Promise.all(visitors)
})

/** Resolves as soon as one is refused. */
async function firstRefused(responses: Promise<Response>[]) {
  await Promise.any(
    responses.map(async (response) => {
      if ((await response).status !== 429) throw new Error('It was not refused.')
    }),
  )
}
