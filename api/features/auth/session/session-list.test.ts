import { expect, test } from 'vitest'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { onTwoDevices, SAFARI, signInFrom, userStatus } from '#api/test/people/devices.ts'
import { testServer } from '#api/test/servers/server.ts'
import type { AccountSession } from '#rules/account-api.ts'

const server = await testServer()
const { database } = server.services

const sessionsOf = async (visitor: TestBrowser) =>
  (await (await visitor.fetch('/api/auth/sessions')).json()) as AccountSession[]

test('sessions are listed with device and last use, without tokens', async () => {
  const { laptop, phone, uuid } = await onTwoDevices(server)
  const anHourAgo = new Date(Date.now() - 60 * 60 * 1000)
  await database.session.updateMany({
    where: { userId: uuid, userAgent: SAFARI },
    data: { updatedAt: anHourAgo },
  })
  const response = await laptop.fetch('/api/auth/sessions')
  const text = await response.text()
  for (const { token } of await database.session.findMany({ where: { userId: uuid } }))
    expect(text).not.toContain(token)
  expect(JSON.parse(text)).toEqual([
    {
      id: expect.any(String),
      device: 'An app or a script',
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      isCurrent: true,
    },
    {
      id: expect.any(String),
      device: 'Safari on iPhone',
      createdAt: expect.any(String),
      lastUsedAt: anHourAgo.toISOString(),
      isCurrent: false,
    },
  ])

  // The server records the use in the background.
  expect(await userStatus(phone)).toBe(200)
  await expect
    .poll(async () => Date.parse((await sessionsOf(laptop))[1]?.lastUsedAt ?? ''))
    .toBeGreaterThan(Date.now() - 60_000)
})

test('expired sessions are not listed', async () => {
  const { laptop, uuid } = await onTwoDevices(server)
  await database.session.updateMany({
    where: { userId: uuid, userAgent: SAFARI },
    data: { expiresAt: new Date(Date.now() - 1000) },
  })
  expect(await sessionsOf(laptop)).toHaveLength(1)
})

test('ends one session, or all except the current one', async () => {
  const { account, laptop, phone } = await onTwoDevices(server)
  const tablet = await signInFrom(server, account, account.password)
  const other = (await sessionsOf(laptop)).find(({ device }) => device === 'Safari on iPhone')
  const end = () => laptop.fetch(`/api/auth/sessions/${other?.id}`, { method: 'DELETE' })
  expect((await end()).status).toBe(204)
  expect([await userStatus(laptop), await userStatus(phone), await userStatus(tablet)]).toEqual([
    200, 401, 200,
  ])
  await expectProblem(await end(), 404)

  expect((await tablet.fetch('/api/auth/sessions', { method: 'DELETE' })).status).toBe(204)
  expect([await userStatus(laptop), await userStatus(tablet)]).toEqual([401, 200])
  expect(await sessionsOf(tablet)).toHaveLength(1)
})
