import { expect, test } from 'vitest'
import { rawRequest } from '#api/test/servers/raw-request.ts'
import { testServer } from '#api/test/servers/server.ts'

const local = await testServer()
const published = await testServer({
  settings: { host: '0.0.0.0', publicUrl: 'https://vibes.example' },
})
const tunnelled = await testServer({ settings: { publicUrl: 'https://vibes.example' } })

async function statusFor(host: string, path = '/api/nothing', server = local): Promise<number> {
  return (await rawRequest(server.url + path, { headers: { host } })).status
}

test.each([
  'localhost',
  'localhost:1',
  'LOCALHOST',
  '127.0.0.1:4000',
  '127.8.8.8',
  '[::1]:4000',
  'vibes.localhost',
  'localhost.',
])('on loopback, the host %s is accepted', async (host) => {
  expect(await statusFor(host)).toBe(404)
})

test.each([
  'evil.example',
  'localhost.evil.example',
  '169.254.169.254',
  '192.168.1.5',
  '[::2]',
  '0.0.0.0',
  'a b',
  'localhost@evil.example',
  'evil.example:4000',
])('on loopback, the host %j is 421', async (host) => {
  expect(await statusFor(host)).toBe(421)
  expect(await statusFor(host, '/')).toBe(421)
  expect(await statusFor(host, '/healthz')).toBe(200)
  expect(await statusFor(host, '/readyz')).toBe(200)
})

test('on loopback, the host of PUBLIC_URL is accepted; elsewhere any host is', async () => {
  expect(await statusFor('vibes.example', '/api/nothing', tunnelled)).toBe(404)
  expect(await statusFor('other.example', '/api/nothing', tunnelled)).toBe(421)
  expect(await statusFor('anything.example', '/api/nothing', published)).toBe(404)
})

test('attack 62: forwarded host headers are ignored', async () => {
  const headers = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
  }
  const {
    status,
    headers: responseHeaders,
    body,
  } = await rawRequest(`${local.url}/profile/?x=1`, { headers })
  expect(status).not.toBe(421)
  expect(JSON.stringify(responseHeaders) + body).not.toContain('evil')
})

test('a browser at another loopback name is redirected to PUBLIC_URL', async () => {
  const navigation = {
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
    'sec-fetch-site': 'none',
  }
  const { status, headers } = await rawRequest(`${local.url}/explore?q=sun`, {
    headers: { ...navigation, host: '127.0.0.1:4000' },
  })
  expect([status, headers.location]).toEqual([307, `${local.url}/explore?q=sun`])
  expect(
    (await rawRequest(`${local.url}/explore`, { headers: { host: '127.0.0.1:4000' } })).status,
  ).not.toBe(307)
  expect((await rawRequest(`${local.url}/explore`, { headers: navigation })).status).not.toBe(307)
  expect(
    (
      await rawRequest(`${local.url}//evil.example`, {
        headers: { ...navigation, host: '127.0.0.1' },
      })
    ).headers.location,
  ).toBe(`${local.url}//evil.example`)
})
