import { expect, test } from 'vitest'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { client } from '#api/test/servers/oidc-provider.ts'
import { testServer } from '#api/test/servers/server.ts'
import { OIDC_DISCONNECT } from '#rules/oidc.ts'
import { reasons } from '#rules/reasons.ts'
import { resetPassword } from '../creation/account.write.ts'

const oidc = { issuer: 'http://localhost:1', name: 'Sunny ID', ...client }
const server = await testServer({ settings: { oidc } })
const { database } = server.services

/** A member with two sessions and one login method. */
async function withOneMethod(type: 'passkey' | 'provider') {
  const visitor = server.browser()
  const account = await visitor.signUp()
  const userId = uuidOf(account.id)
  expect((await server.browser().fetch('/api/auth/sign-in/email', { json: account })).status).toBe(
    200,
  )
  await database.account.deleteMany({ where: { userId } })
  if (type === 'provider')
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
  const passkey = type === 'passkey' ? await database.passkey.create({ data: key }) : null
  return { visitor, userId, passkey }
}

// A sequence also counts deletions that were rolled back.
await database.$executeRaw`CREATE SEQUENCE deletions`
await database.$executeRaw`
  CREATE FUNCTION count_deletion() RETURNS trigger LANGUAGE plpgsql AS
  'BEGIN PERFORM nextval(''deletions''); RETURN OLD; END'`
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
  'rejecting the removal of the last login method, a %s, deletes no rows',
  async (type) => {
    const { visitor, userId, passkey } = await withOneMethod(type)
    const before = await deletions()
    for (let i = 0; i < 3; i++) {
      const response = passkey
        ? await visitor.fetch(`/api/auth/passkeys/${passkey.id}`, { method: 'DELETE' })
        : await visitor.fetch(OIDC_DISCONNECT, { json: {} })
      expect((await expectProblem(response, 409)).detail).toBe(reasons.LAST_LOGIN_METHOD)
    }
    expect(await deletions()).toBe(before)
    expect(await database.session.count({ where: { userId } })).toBe(2)
  },
)

test.each(['passkey', 'provider'] as const)(
  'a reset of the password of an account that has only a %s deletes no rows',
  async (type) => {
    const { userId } = await withOneMethod(type)
    const before = await deletions()
    await expect(resetPassword(server.services, userId, 'a rainy evening')).rejects.toThrow(
      reasons.PASSWORD_MISSING,
    )
    expect(await deletions()).toBe(before)
    expect(await database.session.count({ where: { userId } })).toBe(2)
  },
)
