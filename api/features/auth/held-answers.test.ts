import { expect, test } from 'vitest'
import { OIDC_CALLBACK, OIDC_START } from '#rules/oidc.ts'
import { freePort } from '../../free-port.ts'
import { afterwards } from '../../test/afterwards.ts'
import { atProvider, client, somebody, startProvider } from '../../test/oidc-provider.ts'
import { testServer } from '../../test/server.ts'

/** Milliseconds. */
const BELIEVED = 300
const port = await freePort()
const oidc = { issuer: `http://localhost:${port}`, name: 'Sunny ID', ...client }
const server = await testServer({ settings: { oidc }, believed: BELIEVED })
afterwards(await startProvider(port, `${server.url}${OIDC_CALLBACK}`))

test('who comes back from the provider is led on when no process takes the session that they had before for theirs', async () => {
  const browser = server.visitor()
  const away = (await browser.fetch(OIDC_START)).headers.get('location') ?? ''
  const back = await atProvider(away, somebody())
  const began = performance.now()
  expect((await browser.fetch(back.slice(server.url.length))).status).toBe(302)
  expect(performance.now() - began).toBeGreaterThan(BELIEVED)
  expect((await browser.fetch('/api/auth/user')).status).toBe(200)
})
