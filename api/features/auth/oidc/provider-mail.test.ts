import { expect, test } from 'vitest'
import { expectJson } from '#api/test/operations/json-response.ts'
import { finishOidc } from '#api/test/people/oidc-sign-in.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { freePort } from '#api/test/servers/free-port.ts'
import { startMailServer } from '#api/test/servers/mail-server.ts'
import {
  client,
  newPerson,
  signInAtProvider,
  startProvider,
} from '#api/test/servers/oidc-provider.ts'
import { testServer } from '#api/test/servers/server.ts'
import { OIDC_CALLBACK, OIDC_CONNECT } from '#rules/oidc.ts'
import { createAccount } from '../creation/account.write.ts'

const port = await freePort()
const oidc = { issuer: `http://localhost:${port}`, name: 'Sunny ID', ...client }
const mails = await startMailServer()
registerCleanup(mails.close)
const server = await testServer({ settings: { oidc, smtpUrl: mails.url } })
registerCleanup(await startProvider(port, `${server.url}${OIDC_CALLBACK}`))

test('connecting the provider ends every other session and emails the owner, once', async () => {
  const account = { name: 'Ann', username: 'ann', email: 'ann@example.org', password: 'sunny day' }
  await createAccount(server.services, account)
  const [laptop, phone] = [server.browser(), server.browser()]
  for (const browser of [laptop, phone])
    await expectJson(await browser.fetch('/api/auth/sign-in/email', { json: account }))
  const person = newPerson()
  for (let time = 0; time < 2; time++) {
    const { password } = account
    const response = await laptop.fetch(OIDC_CONNECT, { json: { password } })
    const { url } = (await expectJson(response)) as { url: string }
    expect(await finishOidc(laptop, await signInAtProvider(url, person))).toBe(
      '/settings?provider=connected',
    )
  }
  expect((await laptop.fetch('/api/auth/user')).status).toBe(200)
  expect((await phone.fetch('/api/auth/user')).status).toBe(401)
  const { subject, to, text } = await mails.next()
  expect([subject, to?.map(({ address }) => address)]).toEqual([
    'Your account is connected to Sunny ID',
    [account.email],
  ])
  expect(text).toContain(`${server.url}/settings`)
  expect(mails.unreadCount()).toBe(0)
})
