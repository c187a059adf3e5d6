import { expect, test } from 'vitest'
import { fromPublicId } from '#api/lib/ids.ts'
import { createLimits } from '#api/limits/rate-limits.ts'
import { client } from '#api/test/oidc-provider.ts'
import { problemOf } from '#api/test/problem.ts'
import { testServer } from '#api/test/server.ts'
import { OIDC_CONNECT, OIDC_DISCONNECT } from '#rules/oidc.ts'
import { words } from '../common/messages.ts'

const oidc = { issuer: 'http://localhost:1', name: 'Sunny ID', ...client }
const server = await testServer({ settings: { oidc } })
const { database } = server.services

/** A member on two devices, with one login method left. */
async function withLastWayIn(way: 'passkey' | 'provider') {
  const visitor = server.visitor()
  const account = await visitor.signUp()
  const userId = fromPublicId(account.id)?.uuid ?? ''
  expect((await server.visitor().fetch('/api/auth/sign-in/email', { json: account })).status).toBe(
    200,
  )
  await database.account.deleteMany({ where: { userId } })
  if (way === 'provider')
    await database.account.create({
      data: { userId, providerId: `oidc:${oidc.issuer}`, accountId: userId },
    })
  const key = {
    userId,
    publicKey: 'x',
    credentialID: `${userId}-key`,
    counter: 0,
    deviceType: 'singleDevice',
    backedUp: false,
  }
  const passkey = way === 'passkey' ? await database.passkey.create({ data: key }) : null
  return { visitor, userId, passkey }
}

// What a trigger takes from a sequence stays taken when the statement is rolled back.
await database.$executeRaw`CREATE SEQUENCE deletions`
await database.$executeRaw`CREATE FUNCTION count_deletion() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM nextval(''deletions''); RETURN OLD; END'`
for (const table of ['Session', 'Account', 'Passkey'])
  await database.$executeRawUnsafe(
    `CREATE TRIGGER count_deletion BEFORE DELETE ON "${table}" FOR EACH ROW EXECUTE FUNCTION count_deletion()`,
  )

async function deletions(): Promise<number> {
  const [row] = await database.$queryRaw<
    { count: bigint }[]
  >`SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS count FROM deletions`
  return Number(row?.count)
}

test.each(['passkey', 'provider'] as const)(
  'refusing to remove the last way to sign in, a %s, deletes nothing that it would have to roll back',
  async (way) => {
    const { visitor, userId, passkey } = await withLastWayIn(way)
    const before = await deletions()
    for (let i = 0; i < 3; i++) {
      const answer = passkey
        ? await visitor.fetch(`/api/auth/passkeys/${passkey.id}`, { method: 'DELETE' })
        : await visitor.fetch(OIDC_DISCONNECT, { json: {} })
      expect((await problemOf(answer, 409)).detail).toBe(words.lastWayIn)
    }
    expect(await deletions()).toBe(before)
    expect(await database.session.count({ where: { userId } })).toBe(2)
  },
)

test('whatever an account does in its settings is limited together, at every address below /api/auth', async () => {
  const limited = await testServer({ settings: { oidc }, limits: createLimits() })
  const [visitor, other] = [limited.visitor(), limited.visitor()]
  await visitor.signUp()
  await other.signUp()
  const id = '00000000-0000-7000-8000-000000000000'
  const call = async (method: string, path: string, who = visitor) => {
    const headers = { 'content-type': 'application/json' }
    return (await who.fetch(path, { method, headers, body: '{}' })).status
  }
  for (let i = 0; i < 60; i++) expect(await call('DELETE', `/api/auth/passkeys/${id}`)).toBe(404)
  const changes = [
    ['DELETE', `/api/auth/passkeys/${id}`],
    ['PATCH', `/api/auth/passkeys/${id}`],
    ['DELETE', '/api/auth/sessions'],
    ['DELETE', `/api/auth/sessions/${id}`],
    ['POST', '/api/auth/username'],
    ['POST', '/api/auth/change-password'],
    ['POST', '/api/auth/delete-account'],
    ['POST', '/api/auth/two-factor/start'],
    ['POST', '/api/auth/two-factor/confirm'],
    ['POST', '/api/auth/two-factor/recovery-codes'],
    ['POST', '/api/auth/two-factor/turn-off'],
    ['POST', '/api/auth/passkey/generate-register-options'],
    ['POST', '/api/auth/passkey/verify-registration'],
    ['POST', '/api/auth/send-verification'],
    ['POST', '/API/Auth/Username/'],
    ['POST', '/api/auth/added-in-the-next-version'],
    ['POST', OIDC_CONNECT],
    ['POST', OIDC_DISCONNECT],
  ]
  for (const [method = '', path = ''] of changes)
    expect([path, await call(method, path)]).toEqual([path, 429])
  expect((await visitor.fetch('/api/auth/sessions')).status).toBe(200)
  expect(await call('DELETE', `/api/auth/passkeys/${id}`, other)).toBe(404)
  // Signing out is always possible.
  expect((await visitor.fetch('/api/logout', { method: 'POST' })).status).toBe(204)
})

test('calls without a session are limited by address', async () => {
  const limited = await testServer({ limits: createLimits() })
  const call = async () =>
    (await limited.visitor().fetch('/api/auth/verify-email', { json: { token: 'made up' } })).status
  for (let i = 0; i < 60; i++) expect(await call()).toBe(404)
  expect(await call()).toBe(429)
})
