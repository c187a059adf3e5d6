import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createLimits } from '#api/limits/rate-limits.ts'
import { newSignUp, post } from '#api/test/people/emails.ts'
import { execute } from '#api/test/servers/feed-server.ts'
import { testServer } from '#api/test/servers/server.ts'
import { reasons } from '#rules/reasons.ts'
import { createAdminLink } from './admin-link.write.ts'

const server = await testServer()
const { services } = server
const { database } = services

const BECOME = /* GraphQL */ `
  mutation ($token: String!) {
    becomeAdministrator(input: { token: $token }) {
      user { username role canInvite }
      userErrors { code reason field message }
    }
  }`
const HOUR_MS = 60 * 60 * 1000

async function member(on = server) {
  const visitor = on.browser()
  const { username } = await visitor.signUp(newSignUp())
  return { visitor, username }
}
async function become(token: string, visitor = server.browser()) {
  return (await execute(visitor, BECOME, { token })).body.data.becomeAdministrator
}
const roleOf = async (username: string) =>
  (await database.user.findUniqueOrThrow({ where: { username } })).role
const tokenIn = (url: string) => url.slice(url.lastIndexOf('/') + 1)

test('the link makes the signed-in account an administrator, once', async () => {
  const url = await createAdminLink(services)
  expect(url).toMatch(new RegExp(`^${server.url}/administrator/[0-9a-f]{64}$`))
  const [ann, ben] = [await member(), await member()]
  expect(await become(tokenIn(url), ann.visitor)).toEqual({
    user: { username: ann.username, role: 'ADMIN', canInvite: true },
    userErrors: [],
  })
  expect(await roleOf(ann.username)).toBe('ADMIN')
  for (const { visitor } of [ben, ann])
    expect((await become(tokenIn(url), visitor)).userErrors).toEqual([
      {
        code: 'BAD_INPUT',
        reason: 'ADMIN_LINK_INVALID',
        field: 'token',
        message: reasons.ADMIN_LINK_INVALID,
      },
    ])
  expect(await roleOf(ben.username)).toBe('MEMBER')
})

test('attack 70: of concurrent requests with a link, one person becomes administrator', async () => {
  const token = tokenIn(await createAdminLink(services))
  const people = await Promise.all(Array.from({ length: 6 }, () => member()))
  await Promise.all(people.map(({ visitor }) => become(token, visitor)))
  const roles = await Promise.all(people.map(({ username }) => roleOf(username)))
  expect(roles.filter((role) => role === 'ADMIN')).toHaveLength(1)
})

test('attack 70: the link does not work after an hour', async () => {
  const token = tokenIn(await createAdminLink(services))
  const { visitor, username } = await member()
  const stored = await database.verification.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })
  expect(stored.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(HOUR_MS)
  await database.verification.updateMany({ data: { expiresAt: new Date() } })
  expect((await become(token, visitor)).userErrors).toMatchObject([{ code: 'BAD_INPUT' }])
  expect(await roleOf(username)).toBe('MEMBER')
})

test('only the hash of the token is stored', async () => {
  const token = tokenIn(await createAdminLink(services))
  const rows = JSON.stringify(await database.verification.findMany())
  const hash = createHash('sha256').update(token).digest('hex')
  expect([rows.includes(token), rows.includes(hash)]).toEqual([false, true])
  const { visitor } = await member()
  expect((await become(hash, visitor)).userErrors).toMatchObject([{ code: 'BAD_INPUT' }])
})

test('attack 70: a GET changes nothing, and neither do visitors and suspended accounts', async () => {
  const token = tokenIn(await createAdminLink(services))
  const { visitor, username } = await member()
  await visitor.fetch(`/administrator/${token}`)
  const query = new URLSearchParams({ query: BECOME, variables: JSON.stringify({ token }) })
  expect((await visitor.fetch(`/graphql?${query}`)).status).toBe(405)
  expect(await roleOf(username)).toBe('MEMBER')
  expect((await become(token)).userErrors).toMatchObject([{ code: 'UNAUTHENTICATED' }])
  await database.user.update({ where: { username }, data: { suspendedAt: new Date() } })
  expect((await become(token, visitor)).userErrors).toMatchObject([{ code: 'FORBIDDEN' }])
  const crossSite = await visitor.fetch('/graphql', {
    json: { query: BECOME, variables: { token } },
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  })
  expect(crossSite.status).toBe(403)
  expect(server.logLines.join('')).not.toContain(token)
  const other = await member()
  expect((await become(token, other.visitor)).userErrors).toEqual([])
})

test('attack 71: no one becomes administrator by being first, by sign-up, by the profile or by guessing', async () => {
  const fresh = await testServer({ limits: createLimits() })
  const visitor = fresh.browser()
  const account = { ...newSignUp(), role: 'ADMIN' }
  expect((await post(visitor, 'sign-up/email', account)).status).toBe(200)
  const users = fresh.services.database.user
  const role = async () =>
    (await users.findUniqueOrThrow({ where: { username: account.username } })).role
  expect(await role()).toBe('MEMBER')
  const query = 'mutation { updateProfile(input: { bio: "x", role: ADMIN }) { user { id } } }'
  const rejected = await (await visitor.fetch('/graphql', { json: { query } })).json()
  expect(rejected).toEqual({
    errors: [expect.objectContaining({ message: expect.stringContaining('role') })],
  })
  const { id } = (await (await visitor.fetch('/api/auth/user')).json()) as { id: string }
  await visitor.fetch(`/api/users/${id}`, { method: 'PATCH', json: { bio: 'x', role: 'ADMIN' } })
  const codes = []
  for (let guess = 0; guess < 11; guess++)
    codes.push((await become(`${guess}`.repeat(64), visitor)).userErrors[0].code)
  expect(codes).toEqual([...Array(10).fill('BAD_INPUT'), 'RATE_LIMITED'])
  expect(await role()).toBe('MEMBER')
})
