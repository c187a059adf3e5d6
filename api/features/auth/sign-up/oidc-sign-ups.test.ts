import { expect, test } from 'vitest'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { anInvitation } from '#api/test/people/invitations.ts'
import { finishOidc, signInWithOidc } from '#api/test/people/oidc-sign-in.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { freePort } from '#api/test/servers/free-port.ts'
import {
  client,
  newPerson,
  type Person,
  signInAtProvider,
  startProvider,
} from '#api/test/servers/oidc-provider.ts'
import { testServer } from '#api/test/servers/server.ts'
import { OIDC_CALLBACK, OIDC_START } from '#rules/oidc.ts'

const port = await freePort()
const oidc = { issuer: `http://localhost:${port}`, name: 'Sunny ID', ...client }
const server = await testServer({ settings: { oidc, signUps: 'invite' } })
const { services } = server
const { database, settings } = services
registerCleanup(await startProvider(port, `${server.url}${OIDC_CALLBACK}`))

const problem = (code: string, page = '/api/login') =>
  `${page}?${new URLSearchParams({ problem: code, returnTo: '/' })}`
const isSignedIn = async (browser: TestBrowser) =>
  (await browser.fetch('/api/auth/user')).status === 200
const countOf = ({ email }: Person) => database.user.count({ where: { email: String(email) } })

/** Joins with a code, which the authorization request carries. */
async function join(
  person: Parameters<typeof signInAtProvider>[1],
  invitation: string,
  browser = server.browser(),
) {
  const response = await browser.fetch(`${OIDC_START}?${new URLSearchParams({ invitation })}`)
  const url = response.headers.get('location') ?? ''
  return finishOidc(browser, await signInAtProvider(url, person))
}

test('attack 67: with SIGN_UPS=invite, the provider creates no account without a valid invitation', async () => {
  const ada = newPerson()
  const browser = server.browser()
  expect(await signInWithOidc(browser, ada)).toBe(problem('uninvited'))
  for (const code of ['x', 'A'.repeat(24), 'A'.repeat(5_000), '../../evil'])
    expect(await join(ada, code, browser)).toBe(problem('invitation'))
  const { code } = await anInvitation(services, { expiresAt: new Date(Date.now() - 1) })
  expect(await join(ada, code, browser)).toBe(problem('invitation'))
  expect([await isSignedIn(browser), await countOf(ada)]).toEqual([false, 0])
})

test('an invitation lets one person in by the provider, who follows the people that it names', async () => {
  const friend = await seeds(services).aUser()
  const { id, code } = await anInvitation(services, { followIds: [friend.id] })
  const ada = newPerson()
  const browser = server.browser()
  expect(await join(ada, code, browser)).toMatch(/^\/api\/login\?step=username/)
  expect(await isSignedIn(browser)).toBe(true)
  const user = await database.user.findUniqueOrThrow({ where: { email: String(ada.email) } })
  expect(await database.follow.findMany({ where: { followerId: user.id } })).toMatchObject([
    { followeeId: friend.id },
  ])
  expect(await database.invitee.findMany({ where: { invitationId: id } })).toHaveLength(1)
  expect(await join(newPerson(), code)).toBe(problem('invitation'))
  // Members need no invitation.
  expect(await signInWithOidc(server.browser(), ada)).toMatch(/step=username/)
  expect(await join(ada, 'x')).toMatch(/step=username/)
})

test('ten concurrent callbacks with an invitation for three create three accounts', async () => {
  const { code } = await anInvitation(services, { maxUses: 3 })
  const redirects = await Promise.all(Array.from({ length: 10 }, () => join(newPerson(), code)))
  expect(redirects.filter((redirect) => redirect === problem('invitation'))).toHaveLength(7)
  expect(await database.invitation.findUnique({ where: { code } })).toMatchObject({ uses: 3 })
})

test('after a problem at the provider, the page of the invitation shows it', async () => {
  const { code } = await anInvitation(services)
  expect(await join({ cancel: 'on' }, code)).toBe(problem('declined', `/join/${code}`))
})

test('with SIGN_UPS=approval, the sign-up waits for a moderator, once for each identity', async () => {
  settings.signUps = 'approval'
  try {
    const ada = newPerson({ name: 'Ada Lovelace' })
    const browser = server.browser()
    for (let times = 1; times <= 2; times++)
      expect(await signInWithOidc(browser, ada)).toBe('/api/login?step=waiting')
    expect([await isSignedIn(browser), await countOf(ada)]).toEqual([false, 0])
    expect(
      await database.application.findMany({ where: { email: String(ada.email) } }),
    ).toMatchObject([
      {
        displayName: 'Ada Lovelace',
        username: null,
        emailVerified: true,
        subject: ada.sub,
        password: null,
      },
    ])
    // Someone else's address stays taken.
    expect(await signInWithOidc(server.browser(), newPerson({ email: String(ada.email) }))).toBe(
      problem('taken'),
    )
    const { code } = await anInvitation(services)
    expect(await join(ada, code, browser)).toMatch(/step=username/)
    expect(await database.application.count({ where: { email: String(ada.email) } })).toBe(0)
  } finally {
    settings.signUps = 'invite'
  }
})
