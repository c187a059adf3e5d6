import { expect, test } from 'vitest'
import { PATIENT } from '#api/test/database/locks.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { onTwoDevices, signInFrom, userStatus } from '#api/test/people/devices.ts'
import { testServer } from '#api/test/servers/server.ts'
import { reasons } from '#rules/reasons.ts'

const server = await testServer()
const { database } = server.services
const NEW_PASSWORD = 'a rainy evening'

/** The second of two identical requests gets a cached response. */
async function viewerOf(visitor: TestBrowser): Promise<unknown> {
  const query = async () =>
    (
      await visitor.fetch('/graphql', {
        json: { query: '{ viewer { username } feed(first: 1) { nodes { isLiked } } }' },
      })
    ).json()
  await query()
  return ((await query()) as { data: { viewer: unknown } }).data.viewer
}

const change = (visitor: TestBrowser, currentPassword: unknown, newPassword: unknown) =>
  visitor.fetch('/api/auth/change-password', { json: { currentPassword, newPassword } })

test('attack 33: changing the password ends other sessions and invalidates the old password', async () => {
  const { account, laptop, phone } = await onTwoDevices(server)
  expect([await viewerOf(laptop), await viewerOf(phone)]).toEqual([
    { username: account.username },
    { username: account.username },
  ])
  expect((await change(laptop, account.password, NEW_PASSWORD)).status).toBe(204)
  expect([await viewerOf(laptop), await viewerOf(phone)]).toEqual([
    { username: account.username },
    null,
  ])
  expect([await userStatus(laptop), await userStatus(phone)]).toEqual([200, 401])
  const old = await server.browser().fetch('/api/auth/sign-in/email', {
    json: { email: account.email, password: account.password },
  })
  await expectProblem(old, 401)
  expect(await userStatus(await signInFrom(server, account, NEW_PASSWORD))).toBe(200)
})

test('changing the password needs the current one and a valid new one', async () => {
  const { account, laptop, phone } = await onTwoDevices(server)
  const wrong = await expectProblem(await change(laptop, 'not my password', NEW_PASSWORD), 403)
  expect(wrong.errors).toEqual([
    { field: 'currentPassword', code: 'PASSWORD_WRONG', message: reasons.PASSWORD_WRONG },
  ])
  const bad = await expectProblem(await change(laptop, '', 'short'), 400)
  expect(bad.errors).toEqual([
    { field: 'currentPassword', code: 'PASSWORD_EMPTY', message: reasons.PASSWORD_EMPTY },
    { field: 'newPassword', code: 'PASSWORD_LENGTH', message: reasons.PASSWORD_LENGTH },
  ])
  for (const forged of [{}, [], { length: 20 }, null, 12345678])
    await expectProblem(await change(laptop, forged, forged), 400)
  expect(await userStatus(phone)).toBe(200)
  expect(await userStatus(await signInFrom(server, account, account.password))).toBe(200)
})

test('attack 33: a sign-in with the old password during its change gets no session', async () => {
  const { account, uuid: userId } = await onTwoDevices(server)
  const ended = Promise.withResolvers<void>()
  const changing = database.$transaction(async (transaction) => {
    await transaction.account.updateMany({
      where: { userId },
      data: { password: 'another hash' },
    })
    await transaction.session.deleteMany({ where: { userId } })
    ended.resolve()
    // The concurrent sign-in creates a session that this deletion missed.
    await expect.poll(() => database.session.count({ where: { userId } })).toBe(3)
  }, PATIENT)
  await ended.promise
  const late = server.browser()
  const response = late.fetch('/api/auth/sign-in/email', {
    json: { email: account.email, password: account.password },
  })
  await changing
  await expectProblem(await response, 401)
  expect([await userStatus(late), await database.session.count({ where: { userId } })]).toEqual([
    401, 0,
  ])
})

test('only one of two concurrent password changes succeeds', async () => {
  const { account, laptop } = await onTwoDevices(server)
  const responses = await Promise.all([
    change(laptop, account.password, `${NEW_PASSWORD} 1`),
    change(laptop, account.password, `${NEW_PASSWORD} 2`),
  ])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 403])
  expect(
    await userStatus(
      await signInFrom(server, account, `${NEW_PASSWORD} ${responses[0].status === 204 ? 1 : 2}`),
    ),
  ).toBe(200)
})
