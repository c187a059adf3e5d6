import { expect, test } from 'vitest'
import { createLimits } from '#api/limits/rate-limits.ts'
import { whileDeleted } from '#api/test/database/locks.ts'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { finishOidc, signInWithOidc, startOidc } from '#api/test/people/oidc-sign-in.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { freePort } from '#api/test/servers/free-port.ts'
import {
  client,
  newPerson,
  signInAtProvider,
  startProvider,
} from '#api/test/servers/oidc-provider.ts'
import { testServer } from '#api/test/servers/server.ts'
import { OIDC_CALLBACK, OIDC_START } from '#rules/oidc.ts'

const port = await freePort()
const oidc = { issuer: `http://localhost:${port}`, name: 'Sunny ID', ...client }
const server = await testServer({ settings: { oidc } })
const { database } = server.services
const limited = await testServer({ settings: { oidc }, limits: createLimits() })
const callbacks = [server, limited].map(({ url }) => `${url}${OIDC_CALLBACK}`)
registerCleanup(await startProvider(port, ...callbacks))

const problem = (code: string, returnTo = '/') =>
  `/api/login?${new URLSearchParams({ problem: code, returnTo })}`
const isSignedIn = async (browser: TestBrowser) =>
  (await browser.fetch('/api/auth/user')).status === 200

test('the first sign-in creates an account, and the next one finds it', async () => {
  const ada = newPerson({ preferred_username: 'ada', name: 'Ada Lovelace' })
  const browser = server.browser()
  expect(await signInWithOidc(browser, ada, '/explore?q=tea')).toBe(
    '/api/login?step=username&username=ada&returnTo=%2Fexplore%3Fq%3Dtea',
  )
  expect(await expectJson(await browser.fetch('/api/auth/user'))).toMatchObject({
    displayName: 'Ada Lovelace',
    email: ada.email,
    username: expect.stringMatching(/^member_[0-9a-f]{16}$/),
  })
  expect(
    await expectJson(await browser.fetch('/api/auth/username', { json: { username: ' Ada ' } })),
  ).toEqual({ username: 'ada' })

  const again = server.browser()
  expect(await signInWithOidc(again, ada, '/profile')).toBe('/profile')
  expect(await expectJson(await again.fetch('/api/auth/user'))).toMatchObject({ username: 'ada' })
  expect(await database.user.count({ where: { email: ada.email as string } })).toBe(1)
  expect([...again.cookies.keys()]).toEqual([
    expect.stringMatching(/^good-vibes-\d+\.session_token$/),
  ])
})

test('signing in while the account is deleted creates no session', async () => {
  const ada = newPerson()
  await signInWithOidc(server.browser(), ada)
  const { id } = await database.user.findFirstOrThrow({ where: { email: ada.email as string } })
  const browser = server.browser()
  const callback = await signInAtProvider(await startOidc(browser), ada)
  const redirect = await whileDeleted(database, id, () => finishOidc(browser, callback))
  expect(redirect).toBe(problem('failed'))
  expect(await isSignedIn(browser)).toBe(false)
})

test('the cookie of a sign-in that is under way has the port in its name', async () => {
  const browser = server.browser()
  await startOidc(browser)
  expect([...browser.cookies.keys()]).toEqual([`good-vibes-${new URL(server.url).port}.oidc`])
})

test('attack 36: a forged or missing state, or that of another browser, creates no session', async () => {
  const [browser, other] = [server.browser(), server.browser()]
  const callback = await signInAtProvider(await startOidc(browser, '/explore'), newPerson())
  const forged = new URL(callback)
  forged.searchParams.set('state', 'forged')
  await startOidc(other)
  expect(await finishOidc(other, callback)).toBe(problem('stale'))
  expect(await finishOidc(server.browser(), callback)).toBe(problem('stale'))
  expect(await finishOidc(browser, forged.href)).toBe(problem('stale'))
  // The cookie works once, also if the callback failed.
  expect(await finishOidc(browser, callback)).toBe(problem('stale'))
  for (const each of [browser, other]) expect(await isSignedIn(each)).toBe(false)
})

test('attack 36: a callback works once, also in concurrent requests', async () => {
  const [browser, thief] = [server.browser(), server.browser()]
  const callback = await signInAtProvider(await startOidc(browser), newPerson())
  for (const [name, value] of browser.cookies) thief.cookies.set(name, value)
  const redirects = await Promise.all([finishOidc(browser, callback), finishOidc(thief, callback)])
  expect(redirects.toSorted()).toEqual([
    problem('stale'),
    expect.stringMatching(/^\/api\/login\?step=username/),
  ])
  expect([await isSignedIn(browser), await isSignedIn(thief)].toSorted()).toEqual([false, true])
})

test('attack 36: the code of another authorization request creates no session', async () => {
  const victim = server.browser()
  const callback = new URL(await signInAtProvider(await startOidc(victim), newPerson()))
  const thief = server.browser()
  const request = new URL(await startOidc(thief))
  // The state matches, but PKCE and the nonce do not.
  callback.searchParams.set('state', request.searchParams.get('state') ?? '')
  expect(await finishOidc(thief, callback.href)).toBe(problem('failed'))
  expect(await isSignedIn(thief)).toBe(false)
})

test.each(['nonce', 'audience', 'issuer', 'expired', 'signature', 'unsigned'] as const)(
  'attack 36: an invalid ID token (%s) creates no session',
  async (forgery) => {
    const browser = server.browser()
    const person = newPerson({ forgery })
    expect(await signInWithOidc(browser, person, '/explore')).toBe(problem('failed', '/explore'))
    expect(await isSignedIn(browser)).toBe(false)
    expect(await database.user.count({ where: { email: person.email as string } })).toBe(0)
  },
)

test('a valid ID token that the test provider signs itself is accepted', async () => {
  expect(await signInWithOidc(server.browser(), newPerson({ forgery: 'none' }))).toMatch(
    /step=username/,
  )
})

test('attack 36: an email address, verified or not, does not sign in to its account', async () => {
  const { email, id } = await server.browser().signUp()
  const { email_verified: _, ...unverified } = newPerson({ email })
  for (const person of [unverified, newPerson({ email: email.toUpperCase() })]) {
    const browser = server.browser()
    expect(await signInWithOidc(browser, person, '/explore')).toBe(problem('taken', '/explore'))
    expect(await isSignedIn(browser)).toBe(false)
  }
  await server.browser().signUp({ email: 'someone@xn--bcher-kva.example' })
  expect(
    await signInWithOidc(server.browser(), newPerson({ email: 'Someone@bücher.example' })),
  ).toBe(problem('taken'))
  const { accounts } = await database.user.findUniqueOrThrow({
    where: { email },
    select: { accounts: true },
  })
  expect([id, accounts.map(({ providerId }) => providerId)]).toEqual([id, ['credential']])
})

test('attack 36: another subject with the same email address is another person', async () => {
  const first = newPerson()
  await signInWithOidc(server.browser(), first)
  expect(await signInWithOidc(server.browser(), newPerson({ email: String(first.email) }))).toBe(
    problem('taken'),
  )
  // Identified by issuer and subject, in case the operator changes the provider.
  const account = await database.account.findFirstOrThrow({ where: { accountId: first.sub } })
  expect(account).toMatchObject({
    providerId: `oidc:${oidc.issuer}`,
    accessToken: null,
    idToken: null,
    refreshToken: null,
  })
})

test('stores whether the email is verified, and shortens or replaces invalid names', async () => {
  const { email_verified: _, ...plain } = newPerson({ name: `${'👩‍👩‍👧‍👦'.repeat(60)}` })
  await signInWithOidc(server.browser(), plain)
  const nameless = newPerson({ name: ' ' })
  await signInWithOidc(server.browser(), nameless)
  const [first, second] = await Promise.all(
    [plain, nameless].map(({ email = '' }) =>
      database.user.findUniqueOrThrow({ where: { email } }),
    ),
  )
  expect(first).toMatchObject({ emailVerified: false, displayName: '👩‍👩‍👧‍👦'.repeat(50) })
  expect(second).toMatchObject({ emailVerified: true, displayName: 'New member' })
})

test('reports a cancelled sign-in, a missing email and a disabled account', async () => {
  const browser = server.browser()
  expect(
    await finishOidc(browser, await signInAtProvider(await startOidc(browser), { cancel: 'on' })),
  ).toBe(problem('declined'))
  const { email: _, ...withoutEmail } = newPerson()
  expect(await signInWithOidc(browser, withoutEmail)).toBe(problem('email'))
  const disabled = newPerson()
  await signInWithOidc(server.browser(), disabled)
  await database.user.update({
    where: { email: disabled.email as string },
    data: { disabledAt: new Date() },
  })
  expect(await signInWithOidc(browser, disabled)).toBe(problem('failed'))
  expect(await isSignedIn(browser)).toBe(false)
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])(
  'attack 37: %s is no valid returnTo',
  async (returnTo) => {
    const browser = server.browser()
    const person = newPerson()
    expect(await signInWithOidc(browser, person, returnTo)).toBe(
      '/api/login?step=username&returnTo=%2F',
    )
    // Signed in already, so the browser is redirected at once.
    expect(
      (await browser.fetch(`${OIDC_START}?returnTo=${encodeURIComponent(returnTo)}`)).headers.get(
        'location',
      ),
    ).toBe('/')
  },
)

test('an expired authorization request is rejected and deleted', async () => {
  const browser = server.browser()
  const callback = await signInAtProvider(await startOidc(browser), newPerson())
  await database.verification.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } })
  expect(await finishOidc(browser, callback)).toBe(problem('stale'))
  await startOidc(browser)
  expect(await database.verification.count({ where: { expiresAt: { lt: new Date() } } })).toBe(0)
})

test('logs contain no code, state or token', async () => {
  const browser = server.browser()
  const callback = new URL(
    await signInAtProvider(await startOidc(browser), newPerson({ forgery: 'nonce' })),
  )
  await finishOidc(browser, callback.href)
  const log = server.logLines.join('')
  expect(log).toContain('Signing in with the OpenID provider failed')
  for (const name of ['code', 'state']) expect(log).not.toContain(callback.searchParams.get(name))
  expect(log).not.toContain('eyJ')
})

test('attack 28: a first sign-in counts as a sign-up, and every callback as a sign-in', async () => {
  // A callback with a state that is made up takes no point.
  for (let n = 0; n < 11; n++)
    await limited.browser().fetch(`${OIDC_CALLBACK}?state=made-up&code=any`)
  const redirects: string[] = []
  for (let n = 0; n < 11; n++) {
    const browser = limited.browser()
    const to = await browser.fetch(OIDC_START)
    redirects.push(
      await finishOidc(
        browser,
        await signInAtProvider(to.headers.get('location') ?? '', newPerson()),
      ),
    )
  }
  expect(redirects.map((each) => each.includes('step=username'))).toEqual([
    ...Array(5).fill(true),
    ...Array(6).fill(false),
  ])
  expect(redirects.slice(5)).toEqual(Array(6).fill(problem('often')))
})

test('without a provider the routes are missing; an unreachable one breaks nothing else', async () => {
  const withoutProvider = await testServer()
  for (const path of [OIDC_START, OIDC_CALLBACK])
    await expectProblem(await withoutProvider.browser().fetch(path), 404)

  const unreachable = await testServer({
    settings: { oidc: { ...oidc, issuer: `http://localhost:${await freePort()}` } },
  })
  const response = await unreachable.browser().fetch(`${OIDC_START}?returnTo=/explore`)
  expect([response.status, response.headers.get('location')]).toEqual([
    302,
    problem('unreachable', '/explore'),
  ])
  await unreachable.browser().signUp()
})

test('deleting an account without a password needs a recent sign-in', async () => {
  const browser = server.browser()
  const person = newPerson()
  await signInWithOidc(browser, person)
  expect(await expectJson(await browser.fetch('/api/auth/account'))).toEqual({
    hasPassword: false,
    needsUsername: true,
    provider: { name: 'Sunny ID', isConnected: true },
  })
  await database.session.updateMany({
    where: { user: { email: String(person.email) } },
    data: { createdAt: new Date(Date.now() - 11 * 60 * 1000) },
  })
  const remove = () => browser.fetch('/api/auth/delete-account', { json: {} })
  expect((await expectProblem(await remove(), 403)).detail).toBe(
    'To confirm it’s you, sign out and in again. You then have ten minutes.',
  )
  await browser.fetch('/api/logout', { method: 'POST' })
  await signInWithOidc(browser, person)
  expect((await remove()).status).toBe(204)
  expect(await database.user.count({ where: { email: String(person.email) } })).toBe(0)

  const member = server.browser()
  await member.signUp()
  expect(await expectJson(await member.fetch('/api/auth/account'))).toEqual({
    hasPassword: true,
    needsUsername: false,
    provider: { name: 'Sunny ID', isConnected: false },
  })
  await expectProblem(await member.fetch('/api/auth/delete-account', { json: {} }), 400)
  await expectProblem(await server.browser().fetch('/api/auth/account'), 401)
})
