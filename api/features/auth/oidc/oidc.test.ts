import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '#api/lib/free-port.ts'
import { createLimits } from '#api/limits/rate-limits.ts'
import { afterwards } from '#api/test/afterwards.ts'
import { jsonOf } from '#api/test/answer.ts'
import {
  atProvider,
  client,
  type Person,
  somebody,
  startProvider,
} from '#api/test/oidc-provider.ts'
import { problemOf } from '#api/test/problem.ts'
import { testServer } from '#api/test/server.ts'
import type { Visitor, VisitorRequest } from '#api/test/visitor.ts'
import { OIDC_CALLBACK, OIDC_START } from '#rules/oidc.ts'

const port = await freePort()
const oidc = { issuer: `http://localhost:${port}`, name: 'Sunny ID', ...client }
const server = await testServer({ settings: { oidc } })
const { database } = server.services
const busy = await testServer({ settings: { oidc }, limits: createLimits() })
afterwards(await startProvider(port, ...[server, busy].map(({ url }) => `${url}${OIDC_CALLBACK}`)))
const png = readFileSync(path.join(import.meta.dirname, '../../../../e2e/fixtures/toast.png'))

/** Where a browser is sent. */
async function leave(browser: Visitor, returnTo = '/'): Promise<string> {
  const response = await browser.fetch(`${OIDC_START}?${new URLSearchParams({ returnTo })}`)
  expect(response.status).toBe(302)
  return response.headers.get('location') ?? ''
}

/** Where a browser is led when it comes back. */
async function comeBack(browser: Visitor, address: string): Promise<string> {
  const { pathname, search } = new URL(address)
  expect(pathname).toBe(OIDC_CALLBACK)
  const response = await browser.fetch(`${pathname}${search}`)
  expect(response.status).toBe(302)
  return response.headers.get('location') ?? ''
}

async function signIn(browser: Visitor, person: Person, returnTo = '/'): Promise<string> {
  return comeBack(browser, await atProvider(await leave(browser, returnTo), person))
}

const problem = (code: string, returnTo = '/') =>
  `/api/login?${new URLSearchParams({ problem: code, returnTo })}`
const isSignedIn = async (browser: Visitor) =>
  (await browser.fetch('/api/auth/user')).status === 200

test('somebody new is signed in, chooses a username, and is the same the next time', async () => {
  const ada = somebody({ preferred_username: 'ada', name: 'Ada Lovelace' })
  const browser = server.visitor()
  expect(await signIn(browser, ada, '/explore?q=tea')).toBe(
    '/api/login?step=username&username=ada&returnTo=%2Fexplore%3Fq%3Dtea',
  )
  expect(await jsonOf(await browser.fetch('/api/auth/user'))).toMatchObject({
    displayName: 'Ada Lovelace',
    email: ada.email,
    username: expect.stringMatching(/^member_[0-9a-f]{16}$/),
  })
  expect(
    await jsonOf(await browser.fetch('/api/auth/username', { json: { username: ' Ada ' } })),
  ).toEqual({ username: 'ada' })

  const again = server.visitor()
  expect(await signIn(again, ada, '/profile')).toBe('/profile')
  expect(await jsonOf(await again.fetch('/api/auth/user'))).toMatchObject({ username: 'ada' })
  expect(await database.user.count({ where: { email: ada.email as string } })).toBe(1)
  expect([...again.cookies.keys()]).toEqual(['good-vibes.session_token'])
})

test('until they chose a username they read as anybody does, and every write is refused in words, by every door', async () => {
  const browser = server.visitor()
  const author = server.visitor()
  await author.signUp()
  const { id } = (await jsonOf(
    await author.fetch('/api/posts', { json: { content: 'Hello' } }),
    201,
  )) as { id: string }
  await signIn(browser, somebody())
  const me = (await jsonOf(await browser.fetch('/api/auth/user'))) as { id: string }
  const words = 'Choose a username in your settings first.'
  const upload = new FormData()
  upload.set('file', new Blob([png], { type: 'image/png' }), 'a.png')
  const writes: [string, VisitorRequest][] = [
    ['/api/posts', { json: { content: 'Hi' } }],
    [`/api/posts/${id}/like`, { method: 'POST' }],
    [`/api/posts/${id}/like`, { method: 'DELETE' }],
    [`/api/posts/${id}`, { method: 'DELETE' }],
    [`/api/users/${me.id}`, { method: 'PATCH', json: { bio: 'Me' } }],
    ['/api/media', { method: 'POST', body: upload }],
  ]
  for (const [address, request] of writes)
    expect([address, (await problemOf(await browser.fetch(address, request), 403)).detail]).toEqual(
      [address, words],
    )

  const refused = { post: null, userErrors: [{ code: 'FORBIDDEN', message: words }] }
  const query =
    'mutation Share($content: String!) { createPost(input: { content: $content }) { post { id } userErrors { code message } } }'
  const like = `mutation { likePost(input: { postId: "${id}" }) { post { id } userErrors { code message } } }`
  // The second time it goes by the short way.
  for (const _ of [1, 2, 3]) {
    const share = await browser.fetch('/graphql', { json: { query, variables: { content: 'Hi' } } })
    expect(await share.json()).toEqual({ data: { createPost: refused } })
    expect(await (await browser.fetch('/graphql', { json: { query: like } })).json()).toEqual({
      data: { likePost: refused },
    })
    const feed = await browser.fetch('/graphql', {
      json: { query: '{ feed(first: 1) { nodes { id isLiked } } viewer { id } }' },
    })
    expect(await feed.json()).toEqual({
      data: { feed: { nodes: [{ id, isLiked: false }] }, viewer: { id: me.id } },
    })
  }
  expect(await jsonOf(await browser.fetch('/api/posts'))).toMatchObject([{ id }])

  await browser.fetch('/api/auth/username', { json: { username: 'reader_no_more' } })
  expect(
    await jsonOf(await browser.fetch('/api/posts', { json: { content: 'Hi' } }), 201),
  ).toMatchObject({
    author: { username: 'reader_no_more' },
  })
  expect(await jsonOf(await author.fetch('/api/users/reader_no_more'))).toMatchObject({ id: me.id })
})

test('a username is chosen once, is nobody else’s, and has the shape of one', async () => {
  const browser = server.visitor()
  await server.visitor().signUp({ username: 'first_come' })
  const choose = (username: unknown) => browser.fetch('/api/auth/username', { json: { username } })
  await problemOf(await choose('late_riser'), 401)
  await signIn(browser, somebody())
  expect((await problemOf(await choose('First_come'), 409)).errors).toEqual([
    { field: 'username', message: 'That username is taken. Try another.' },
  ])
  for (const wrong of ['', 'no', 'a b', 'settings', 'ünï', null, 5, { a: 1 }])
    await problemOf(await choose(wrong), 400)
  const answers = await Promise.all(['late_riser', 'early_bird'].map(choose))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
  expect((await problemOf(await choose('another_one'), 403)).detail).toBe(
    'Your username is chosen already.',
  )
  const member = server.visitor()
  await member.signUp()
  await problemOf(
    await member.fetch('/api/auth/username', { json: { username: 'another_one' } }),
    403,
  )
})

test('attack 36: a state that is forged, missing or another browser’s signs nobody in', async () => {
  const [browser, other] = [server.visitor(), server.visitor()]
  const back = await atProvider(await leave(browser, '/explore'), somebody())
  const forged = new URL(back)
  forged.searchParams.set('state', 'forged')
  await leave(other)
  expect(await comeBack(other, back)).toBe(problem('stale'))
  expect(await comeBack(server.visitor(), back)).toBe(problem('stale'))
  expect(await comeBack(browser, forged.href)).toBe(problem('stale'))
  // A cookie is good once, whether what came with it was or not.
  expect(await comeBack(browser, back)).toBe(problem('stale'))
  for (const each of [browser, other]) expect(await isSignedIn(each)).toBe(false)
})

test('attack 36: what somebody came back with is good once, also twice at the same time', async () => {
  const [browser, thief] = [server.visitor(), server.visitor()]
  const back = await atProvider(await leave(browser), somebody())
  for (const [name, value] of browser.cookies) thief.cookies.set(name, value)
  const led = await Promise.all([comeBack(browser, back), comeBack(thief, back)])
  expect(led.toSorted()).toEqual([
    problem('stale'),
    expect.stringMatching(/^\/api\/login\?step=username/),
  ])
  expect([await isSignedIn(browser), await isSignedIn(thief)].toSorted()).toEqual([false, true])
})

test('attack 36: a code that was used, or was given for another departure, signs nobody in', async () => {
  const first = server.visitor()
  const back = new URL(await atProvider(await leave(first), somebody()))
  const again = server.visitor()
  const own = new URL(await leave(again))
  // Another's code put in one's own way: PKCE and the nonce are of another departure.
  back.searchParams.set('state', own.searchParams.get('state') ?? '')
  expect(await comeBack(again, back.href)).toBe(problem('failed'))
  expect(await isSignedIn(again)).toBe(false)
})

test.each(['nonce', 'audience', 'issuer', 'expired', 'signature', 'unsigned'] as const)(
  'attack 36: an ID token that lies (%s) signs nobody in',
  async (lie) => {
    const browser = server.visitor()
    const liar = somebody({ lie })
    expect(await signIn(browser, liar, '/explore')).toBe(problem('failed', '/explore'))
    expect(await isSignedIn(browser)).toBe(false)
    expect(await database.user.count({ where: { email: liar.email as string } })).toBe(0)
  },
)

test('an ID token that the provider signed twice and that tells no lie is believed', async () => {
  expect(await signIn(server.visitor(), somebody({ lie: 'none' }))).toMatch(/step=username/)
})

test('attack 36: nobody gets into an account by its address, verified or not', async () => {
  const { email, id } = await server.visitor().signUp()
  const { email_verified: _, ...unverified } = somebody({ email })
  for (const person of [unverified, somebody({ email: email.toUpperCase() })]) {
    const browser = server.visitor()
    expect(await signIn(browser, person, '/explore')).toBe(problem('taken', '/explore'))
    expect(await isSignedIn(browser)).toBe(false)
  }
  const { accounts } = await database.user.findUniqueOrThrow({
    where: { email },
    select: { accounts: true },
  })
  expect([id, accounts.map(({ providerId }) => providerId)]).toEqual([id, ['credential']])
})

test('attack 36: another subject with the address of the first is another person', async () => {
  const first = somebody()
  await signIn(server.visitor(), first)
  expect(await signIn(server.visitor(), somebody({ email: String(first.email) }))).toBe(
    problem('taken'),
  )
  // By issuer and subject, so that nobody is taken for another where the provider is changed.
  const account = await database.account.findFirstOrThrow({ where: { accountId: first.sub } })
  expect(account).toMatchObject({
    providerId: `oidc:${oidc.issuer}`,
    accessToken: null,
    idToken: null,
    refreshToken: null,
  })
})

test('whether an address is verified is kept, and a long or empty name is made to fit', async () => {
  const { email_verified: _, ...plain } = somebody({ name: `${'👩‍👩‍👧‍👦'.repeat(60)}` })
  await signIn(server.visitor(), plain)
  const nameless = somebody({ name: ' ' })
  await signIn(server.visitor(), nameless)
  const [first, second] = await Promise.all(
    [plain, nameless].map(({ email = '' }) =>
      database.user.findUniqueOrThrow({ where: { email } }),
    ),
  )
  expect(first).toMatchObject({ emailVerified: false, displayName: '👩‍👩‍👧‍👦'.repeat(50) })
  expect(second).toMatchObject({ emailVerified: true, displayName: 'New member' })
})

test('who did not want to, has no address or is shut out is told so', async () => {
  const browser = server.visitor()
  expect(await comeBack(browser, await atProvider(await leave(browser), { cancel: 'on' }))).toBe(
    problem('declined'),
  )
  const { email: _, ...reachedByNobody } = somebody()
  expect(await signIn(browser, reachedByNobody)).toBe(problem('email'))
  const shut = somebody()
  await signIn(server.visitor(), shut)
  await database.user.update({
    where: { email: shut.email as string },
    data: { disabledAt: new Date() },
  })
  expect(await signIn(browser, shut)).toBe(problem('failed'))
  expect(await isSignedIn(browser)).toBe(false)
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])(
  'attack 37: %s is no place to come back to',
  async (returnTo) => {
    const browser = server.visitor()
    const person = somebody()
    expect(await signIn(browser, person, returnTo)).toBe('/api/login?step=username&returnTo=%2F')
    // Who is signed in already goes straight on.
    expect(
      (await browser.fetch(`${OIDC_START}?returnTo=${encodeURIComponent(returnTo)}`)).headers.get(
        'location',
      ),
    ).toBe('/')
  },
)

test('a departure that took too long is over, and forgotten', async () => {
  const browser = server.visitor()
  const back = await atProvider(await leave(browser), somebody())
  await database.verification.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } })
  expect(await comeBack(browser, back)).toBe(problem('stale'))
  await leave(browser)
  expect(await database.verification.count({ where: { expiresAt: { lt: new Date() } } })).toBe(0)
})

test('no code, state or token is in the log', async () => {
  const browser = server.visitor()
  const back = new URL(await atProvider(await leave(browser), somebody({ lie: 'nonce' })))
  await comeBack(browser, back.href)
  const log = server.logged.join('')
  expect(log).toContain('Signing in with the OpenID provider failed')
  for (const name of ['code', 'state']) expect(log).not.toContain(back.searchParams.get(name))
  expect(log).not.toContain('eyJ')
})

test('attack 28: who comes for the first time is counted as signing up, and who comes back as signing in', async () => {
  const led: string[] = []
  for (let n = 0; n < 11; n++) {
    const browser = busy.visitor()
    const to = await browser.fetch(OIDC_START)
    led.push(
      await comeBack(browser, await atProvider(to.headers.get('location') ?? '', somebody())),
    )
  }
  expect(led.map((each) => each.includes('step=username'))).toEqual([
    ...Array(5).fill(true),
    ...Array(6).fill(false),
  ])
  expect(led.slice(5)).toEqual(Array(6).fill(problem('often')))
})

test('without a provider there is no such address; one that cannot be reached is told, and nothing else fails', async () => {
  const without = await testServer()
  for (const address of [OIDC_START, OIDC_CALLBACK])
    await problemOf(await without.visitor().fetch(address), 404)

  const gone = await testServer({
    settings: { oidc: { ...oidc, issuer: `http://localhost:${await freePort()}` } },
  })
  const response = await gone.visitor().fetch(`${OIDC_START}?returnTo=/explore`)
  expect([response.status, response.headers.get('location')]).toEqual([
    302,
    problem('unreachable', '/explore'),
  ])
  await gone.visitor().signUp()
})

test('an account without a password is told apart, and deleted by who has just signed in', async () => {
  const browser = server.visitor()
  const person = somebody()
  await signIn(browser, person)
  expect(await jsonOf(await browser.fetch('/api/auth/account'))).toEqual({
    hasPassword: false,
    needsUsername: true,
    provider: { name: 'Sunny ID', isConnected: true },
  })
  await database.session.updateMany({
    where: { user: { email: String(person.email) } },
    data: { createdAt: new Date(Date.now() - 11 * 60 * 1000) },
  })
  const remove = () => browser.fetch('/api/auth/delete-account', { json: {} })
  expect((await problemOf(await remove(), 403)).detail).toBe(
    'To show that it is you, sign out and in again. Then you have ten minutes.',
  )
  await browser.fetch('/api/logout', { method: 'POST' })
  await signIn(browser, person)
  expect((await remove()).status).toBe(204)
  expect(await database.user.count({ where: { email: String(person.email) } })).toBe(0)

  const member = server.visitor()
  await member.signUp()
  expect(await jsonOf(await member.fetch('/api/auth/account'))).toEqual({
    hasPassword: true,
    needsUsername: false,
    provider: { name: 'Sunny ID', isConnected: false },
  })
  await problemOf(await member.fetch('/api/auth/delete-account', { json: {} }), 400)
  await problemOf(await server.visitor().fetch('/api/auth/account'), 401)
})
