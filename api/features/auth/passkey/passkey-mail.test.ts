import { expect, test } from 'vitest'
import { createLimits } from '#api/limits/rate-limits.ts'
import { authenticator } from '#api/test/people/authenticator.ts'
import { addPasskey } from '#api/test/people/passkeys.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { startMailServer } from '#api/test/servers/mail-server.ts'
import { type TestServer, testServer } from '#api/test/servers/server.ts'
import { createAccount } from '../creation/account.write.ts'

const mails = await startMailServer()
registerCleanup(mails.close)

async function member(server: TestServer, username: string) {
  const account = {
    name: 'Buy gold at gold.example',
    username,
    email: `${username}@example.org`,
    password: 'sunny day 1',
  }
  await createAccount(server.services, account)
  const visitor = server.browser()
  expect((await visitor.fetch('/api/auth/sign-in/email', { json: account })).status).toBe(200)
  return { visitor, account }
}

test('adding a passkey emails the owner, without user-chosen names', async () => {
  const server = await testServer({ settings: { smtpUrl: mails.url } })
  const { visitor, account } = await member(server, 'ann')
  expect(
    (await addPasskey(visitor, authenticator(server.url), { password: 'a guess' })).status,
  ).toBe(403)
  expect(
    (await addPasskey(visitor, authenticator(server.url), { name: 'gold.example' })).status,
  ).toBe(201)
  const { subject, to, text = '', html = '' } = await mails.next()
  expect(subject).toBe('A passkey was added to your account')
  expect(to?.map(({ address }) => address)).toEqual([account.email])
  for (const part of [text, html]) {
    expect(part).toContain('Hello @ann')
    expect(part).toContain(`${server.url}/settings`)
    expect(part).not.toContain('gold.example')
  }
  expect(mails.unreadCount()).toBe(0)
})

test('attack 39: an account gets five passkey emails an hour', async () => {
  const server = await testServer({ settings: { smtpUrl: mails.url }, limits: createLimits() })
  const { visitor } = await member(server, 'bob')
  for (let i = 0; i < 6; i++)
    expect((await addPasskey(visitor, authenticator(server.url))).status).toBe(201)
  for (let i = 0; i < 5; i++)
    expect((await mails.next()).subject).toBe('A passkey was added to your account')
  await expect
    .poll(() => server.logLines.filter((line) => line.includes('Could not send an email')))
    .toHaveLength(1)
  expect(mails.unreadCount()).toBe(0)
})
