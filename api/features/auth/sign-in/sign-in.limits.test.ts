import { expect, test } from 'vitest'
import { createLimits } from '#api/limits/rate-limits.ts'
import { problemOf } from '#api/test/problem.ts'
import { testServer } from '#api/test/server.ts'
import { words } from '../common/messages.ts'

/** Behind one proxy, which tells the address, so that a test can call from many. */
const proxied = await testServer({ limits: createLimits(), settings: { trustProxy: 1 } })
const direct = await testServer({ limits: createLimits() })

let addresses = 0
const newAddress = () => `198.51.${(addresses >> 8) & 255}.${addresses++ & 255}`

function signIn(
  body: Record<string, string>,
  { from = newAddress(), door = 'email', server = proxied, headers = {} } = {},
) {
  return server.visitor().fetch(`/api/auth/sign-in/${door}`, {
    json: { password: 'wrong wrong', ...body },
    headers: { 'x-forwarded-for': from, ...headers },
  })
}

/** A try by passkey counts for its address as any other, and is over sooner than one by password. */
async function tryFrom(from: string, { server = proxied, headers = {} } = {}) {
  const credential = { id: 'none', rawId: 'none', response: {} }
  return server.visitor().fetch('/api/auth/passkey/verify-authentication', {
    json: { response: credential },
    headers: { 'x-forwarded-for': from, ...headers },
  })
}

async function statuses(answers: Promise<Response>[]): Promise<number[]> {
  return (await Promise.all(answers)).map(({ status }) => status)
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
    .visitor()
    .fetch('/api/auth/sign-up/email', { json: body, headers: { 'x-forwarded-for': newAddress() } })
  return body
}

test('attack 28: the 11th sign-in from an address within ten minutes is refused, whoever it is for', async () => {
  const from = newAddress()
  expect(
    await statuses(times(10, (i) => signIn({ email: `nobody${i}@example.org` }, { from }))),
  ).toEqual(times(10, () => 401))
  const refused = await signIn({ email: 'nobody11@example.org' }, { from })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(590)
  expect((await problemOf(refused, 429)).detail).toMatch(/try again in 10 minutes/)
  expect((await signIn({ email: 'nobody@example.org' })).status).toBe(401)
})

test('attack 28, attack 31: the 31st try at an account within an hour fails from any address, by any door and in any spelling', async () => {
  const { username, email, password } = await account()
  const claims = [
    { email },
    { email: email.toUpperCase() },
    { email: ` ${email} ` },
    { email: username },
    { username },
    { username: username.toUpperCase() },
  ]
  const tries = times(30, (i) => {
    const claim = claims[i % claims.length] ?? {}
    return signIn(claim as Record<string, string>, {
      door: 'email' in claim ? 'email' : 'username',
    })
  })
  expect(await statuses(tries)).toEqual(times(30, () => 401))
  for (const refused of [
    await signIn({ username, password }, { door: 'username' }),
    await signIn({ email, password }),
  ]) {
    expect(refused.headers.getSetCookie()).toEqual([])
    expect((await problemOf(refused, 401)).detail).toBe(words.signInFailed)
  }
})

test('attack 27, attack 28: what was typed 30 times is refused alike, whether or not it is an account’s, and nothing else is', {
  timeout: 60_000,
}, async () => {
  const { username, email } = await account()
  const other = await account()
  const refusals = []
  for (const typed of [
    username,
    other.email,
    'nobody.at.all@example.org',
    'no identifier, but a text',
  ]) {
    expect(
      await statuses(
        times(30, (i) => signIn({ email: i % 2 ? typed.toUpperCase() : ` ${typed}` })),
      ),
    ).toEqual(times(30, () => 401))
    const refused = await signIn({ username: typed }, { door: 'username' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
    refusals.push(await problemOf(refused, 429))
  }
  expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1)
  // The other identifier of the same account tells nothing of it.
  const others = await Promise.all(
    [email, other.username, 'somebody.else@example.org'].map((typed) => signIn({ email: typed })),
  )
  for (const answer of others)
    expect((await problemOf(answer, 401)).detail).toBe(words.signInFailed)
})

// As in sign-in.test.ts: what takes long is work of this process.
test('attack 27: an account that was tried too often takes as long as one that was not', {
  timeout: 60_000,
}, async () => {
  const [often, fresh] = [await account(), await account()]
  await Promise.all(times(30, () => signIn({ email: often.email })))
  const least = { often: Number.POSITIVE_INFINITY, fresh: Number.POSITIVE_INFINITY }
  for (let i = 0; i < 12; i++) {
    for (const kind of ['often', 'fresh'] as const) {
      const begun = process.cpuUsage()
      expect(
        (await signIn({ username: { often, fresh }[kind].username }, { door: 'username' })).status,
      ).toBe(401)
      const { user, system } = process.cpuUsage(begun)
      least[kind] = Math.min(least[kind], user + system)
    }
  }
  expect(least.often / least.fresh).toBeGreaterThan(0.8)
  expect(least.often / least.fresh).toBeLessThan(1.25)
})

test('attack 29: addresses of one IPv6 network are one', async () => {
  expect(await statuses(times(10, (i) => tryFrom(`2001:db8:1:2::${i + 1}`)))).toEqual(
    times(10, () => 400),
  )
  await problemOf(await tryFrom('2001:db8:1:2:ffff:ffff:ffff:ffff'), 429)
  await problemOf(await tryFrom('2001:db8:1:3::1'), 400)
})

test('attack 29: an IPv4 address is the same over IPv6', async () => {
  expect(
    await statuses(times(10, (i) => tryFrom(i % 2 ? '203.0.113.9' : '::ffff:203.0.113.9'))),
  ).toEqual(times(10, () => 400))
  await problemOf(await tryFrom('::ffff:cb00:7109'), 429)
  await problemOf(await tryFrom('::ffff:203.0.113.10'), 400)
})

test('attack 30: without a proxy to trust, what a caller says of its address is ignored', async () => {
  const spoofed = (i: number) => ({
    'x-forwarded-for': `203.0.113.${i}`,
    forwarded: `for=203.0.113.${i}`,
    'x-real-ip': `203.0.113.${i}`,
  })
  const tries = times(10, (i) => tryFrom('', { server: direct, headers: spoofed(i) }))
  expect(await statuses(tries)).toEqual(times(10, () => 400))
  await problemOf(await tryFrom('', { server: direct, headers: spoofed(99) }), 429)
})

test('attack 30: with one proxy to trust, only what that proxy said counts', async () => {
  expect(await statuses(times(10, (i) => tryFrom(`203.0.113.${i}, 192.0.2.77`)))).toEqual(
    times(10, () => 400),
  )
  await problemOf(await tryFrom('192.0.2.77'), 429)
  await problemOf(await signIn({ email: 'chain@example.org' }, { from: '192.0.2.77' }), 429)
})

test('attack 31: a trailing slash, case or another door is no other limit', async () => {
  const from = newAddress()
  const doors = ['email', 'email/', 'EMAIL', 'username', 'Username/', 'email?x=1']
  expect(await statuses(times(10, () => tryFrom(from)))).toEqual(times(10, () => 400))
  expect(
    await statuses(doors.map((door) => signIn({ email: 'door@example.org' }, { from, door }))),
  ).toEqual(doors.map(() => 429))
  const suffixed = await signIn({ email: 'door@example.org' }, { from, door: 'email.json' })
  await problemOf(suffixed, 404)
})

test('five sign-ups an hour from an address; what fails before an account could be made is not counted', async () => {
  const from = newAddress()
  const signUp = (i: number, fields = {}) =>
    proxied.visitor().fetch('/api/auth/sign-up/email', {
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
  expect(Number((await signUp(6)).headers.get('retry-after'))).toBeGreaterThan(3500)
})

test('attack 27: asking whether emails are taken is counted as signing up', async () => {
  const from = newAddress()
  const { email } = await account()
  const probe = (i: number) =>
    proxied.visitor().fetch('/api/auth/sign-up/email', {
      json: { name: 'Bo', username: `probe_${i}`, email, password: 'sunny day 1' },
      headers: { 'x-forwarded-for': from },
    })
  expect(await statuses(times(5, probe))).toEqual(times(5, () => 409))
  await problemOf(await probe(6), 429)
})
