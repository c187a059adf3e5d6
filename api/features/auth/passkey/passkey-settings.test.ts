import { expect, test } from 'vitest'
import { changeBeforeSession } from '#api/test/database/locks.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { authenticator } from '#api/test/people/authenticator.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { FIREFOX, SAFARI, signInFrom, userStatus } from '#api/test/people/devices.ts'
import { addPasskey, signInWithPasskey } from '#api/test/people/passkeys.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { testServer } from '#api/test/servers/server.ts'
import { reasons } from '#rules/reasons.ts'

const server = await testServer()
const { database } = server.services

/** The phone signs in last, because adding a passkey ends other sessions. */
async function withPasskey(name: unknown) {
  const laptop = server.browser()
  const account = await laptop.signUp()
  const device = authenticator(server.url)
  const added = await addPasskey(laptop, device, { name, headers: { 'user-agent': FIREFOX } })
  return {
    laptop,
    account,
    device,
    added,
    phone: await signInFrom(server, account, account.password, SAFARI),
  }
}
const passkeysOf = async (visitor: TestBrowser) =>
  (await (await visitor.fetch('/api/auth/passkeys')).json()) as {
    id: string
    name: string
    createdAt: string
  }[]

test('a passkey is named by its owner or after its device, and can be renamed', async () => {
  const { laptop, added } = await withPasskey('  Kitchen   tablet ')
  expect(await added.json()).toEqual({
    passkey: { id: expect.any(String), name: 'Kitchen tablet', createdAt: expect.any(String) },
  })
  const [passkey] = await passkeysOf(laptop)
  expect(passkey).toEqual({
    id: passkey?.id,
    name: 'Kitchen tablet',
    createdAt: expect.stringMatching(/^\d{4}-/),
  })
  const rename = (name: unknown) =>
    laptop.fetch(`/api/auth/passkeys/${passkey?.id}`, { method: 'PATCH', json: { name } })
  expect((await rename('Desk')).status).toBe(200)
  expect((await passkeysOf(laptop)).map(({ name }) => name)).toEqual(['Desk'])
  expect((await expectProblem(await rename(' '), 400)).errors).toEqual([
    { field: 'name', code: 'PASSKEY_NAME_EMPTY', message: reasons.PASSKEY_NAME_EMPTY },
  ])
  expect((await expectProblem(await rename('x'.repeat(51)), 400)).detail).toBe(
    reasons.PASSKEY_NAME_TOO_LONG,
  )

  await expectProblem((await withPasskey('')).added, 400)
  const unnamed = await withPasskey(undefined)
  expect(unnamed.added.status).toBe(201)
  expect((await passkeysOf(unnamed.laptop)).map(({ name }) => name)).toEqual(['Firefox on Linux'])
})

test('attack 33: removing a passkey disables it and ends other sessions', async () => {
  const { laptop, phone, device } = await withPasskey('Lost phone')
  const [passkey] = await passkeysOf(laptop)
  const remove = () => laptop.fetch(`/api/auth/passkeys/${passkey?.id}`, { method: 'DELETE' })
  expect((await remove()).status).toBe(204)
  expect([await userStatus(laptop), await userStatus(phone)]).toEqual([200, 401])
  await expectProblem(await remove(), 404)
  await expectProblem(await signInWithPasskey(server.browser(), device), 401)
})

test('a passkey that is removed during its sign-in gives no session', async () => {
  const { account, device } = await withPasskey('Lost phone')
  const userId = uuidOf(account.id)
  const response = await changeBeforeSession(
    database,
    () => signInWithPasskey(server.browser(), device),
    async (transaction) => {
      await transaction.passkey.deleteMany({ where: { userId } })
      await transaction.session.deleteMany({ where: { userId } })
    },
  )
  expect((await expectProblem(response, 401)).detail).toBe(reasons.PASSKEY_FAILED)
  expect(await database.session.count({ where: { userId } })).toBe(0)
})
