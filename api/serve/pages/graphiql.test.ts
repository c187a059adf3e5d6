import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import express from 'express'
import { expect, test } from 'vitest'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { rawRequest } from '#api/test/servers/raw-request.ts'
import { testServer } from '#api/test/servers/server.ts'
import { graphiqlPage } from './graphiql.ts'

const { url, browser } = await testServer()
const fetchPage = (headers: Record<string, string> = {}, method = 'GET') =>
  browser().fetch('/graphql', { method, headers: { accept: 'text/html', ...headers } })

test('GraphiQL is the same page compressed and plain', async () => {
  const plain = await fetchPage({ 'accept-encoding': 'identity' })
  expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null])
  const compressed = await fetchPage({ 'accept-encoding': 'gzip, br' })
  expect([compressed.status, compressed.headers.get('content-encoding')]).toEqual([200, 'gzip'])
  expect(Number(compressed.headers.get('content-length'))).toBeLessThan(3_000_000)
  expect((await compressed.text()) === (await plain.text())).toBe(true)
  for (const { headers } of [plain, compressed]) {
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('vary')?.split(', ')).toEqual(
      expect.arrayContaining(['Accept', 'Accept-Encoding']),
    )
  }
})

test('a browser that has GraphiQL revalidates it and gets 304', async () => {
  const fetchWith = (headers: Record<string, string>) =>
    rawRequest(`${url}/graphql`, {
      headers: { accept: 'text/html', 'accept-encoding': 'gzip', ...headers },
    })
  const { etag = '', 'cache-control': caching } = (await fetchWith({})).headers
  expect(caching).toBe('no-cache')
  const again = await fetchWith({ 'if-none-match': etag })
  expect([again.status, again.body.length]).toEqual([304, 0])
})

test('HEAD has the headers of GraphiQL without its body', async () => {
  const response = await fetchPage({}, 'HEAD')
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    200,
    'text/html; charset=utf-8',
    '',
  ])
  expect(response.headers.get('content-security-policy')).toContain('script-src')
})

test('a caller who prefers JSON gets no page', async () => {
  for (const accept of ['application/json', '*/*', 'application/json, text/html;q=0.5']) {
    const { headers } = await rawRequest(`${url}/graphql?query=%7B__typename%7D`, {
      headers: { accept },
    })
    expect([accept, headers['content-type']]).toEqual([accept, expect.stringContaining('json')])
  }
})

test('before the build, a browser gets instructions', async () => {
  const missing = path.join(import.meta.dirname, 'nothing-built')
  const server = express()
    .use('/graphql', graphiqlPage({ page: missing, gzip: missing, policy: missing }))
    .listen(0, 'localhost')
  await once(server, 'listening')
  registerCleanup(() => server.close())
  const { port } = server.address() as AddressInfo
  const { status, body } = await rawRequest(`http://localhost:${port}/graphql`, {
    headers: { accept: 'text/html' },
  })
  expect([status, body]).toEqual([503, expect.stringContaining('npm run build')])
})
