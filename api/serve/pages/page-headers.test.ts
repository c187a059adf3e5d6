import { expect, test } from 'vitest'
import { builtClient } from '#api/test/servers/built-client.ts'
import { clientFiles, SCRIPT_HASH, STYLE_HASH } from '#api/test/servers/client-files.ts'
import { rawRequest } from '#api/test/servers/raw-request.ts'
import { testServer } from '#api/test/servers/server.ts'

const client = builtClient(clientFiles)

const server = await testServer({ client })
const anonymous = server.browser()
const ann = server.browser()
await ann.signUp()

test('attack 63: pages only run scripts of this host and known inline scripts', async () => {
  for (const path of ['/', '/explore', '/nothing', '/api/login']) {
    const policy = (await anonymous.fetch(path)).headers.get('content-security-policy') ?? ''
    const directives = new Map(
      policy.split('; ').map((each) => [each.split(' ')[0], each.split(' ').slice(1).join(' ')]),
    )
    expect(Object.fromEntries(directives)).toEqual({
      'default-src': "'self'",
      'script-src': `'self' ${SCRIPT_HASH}`,
      'style-src': `'self' ${STYLE_HASH}`,
      'img-src': "'self' https: http: data: blob:",
      'media-src': 'https: http:',
      'connect-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    })
  }
})

test('every response has security headers, and none names the server software', async () => {
  for (const path of [
    '/',
    '/api/nothing',
    '/healthz',
    '/assets/app-abc.js',
    '/favicon.svg',
    '/media/none',
    '/graphql',
  ]) {
    const { headers } = await anonymous.fetch(path)
    expect([path, Object.fromEntries(headers)]).toEqual([
      path,
      expect.objectContaining({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      }),
    ])
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe-inline/)
    expect(
      headers.has('x-powered-by') ||
        headers.has('server') ||
        headers.has('strict-transport-security'),
    ).toBe(false)
  }
})

test('attack 62: caller-dependent responses are not cacheable', async () => {
  for (const visitor of [anonymous, ann]) {
    for (const path of [
      '/',
      '/profile',
      '/api/login',
      '/api/nothing',
      '/graphql?query={viewer{id}}',
    ]) {
      const { headers } = await visitor.fetch(path, { headers: { accept: 'application/json' } })
      expect([path, headers.get('cache-control')]).toEqual([path, 'private, no-store'])
      expect(headers.get('vary')?.toLowerCase().split(/, */)).toEqual(
        expect.arrayContaining(['cookie', 'authorization', 'x-demo-user']),
      )
    }
  }
})

test('a caller-independent page is revalidated with its ETag', async () => {
  const first = await anonymous.fetch('/explore')
  expect(first.headers.get('cache-control')).toBe('no-cache')
  const again = await rawRequest(`${server.url}/explore`, {
    headers: { 'if-none-match': first.headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
})

test('hashed files are immutable, others are cached for an hour, and missing ones are 404', async () => {
  const asset = await anonymous.fetch('/assets/app-abc.js', {
    headers: { 'accept-encoding': 'gzip, br' },
  })
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect([
    asset.headers.get('content-encoding'),
    asset.headers.get('vary'),
    await asset.text(),
  ]).toEqual(['br', 'Accept-Encoding', 'app'])
  expect(asset.headers.get('content-type')).toMatch(/javascript/)
  const plain = await anonymous.fetch('/assets/app-abc.js', {
    headers: { 'accept-encoding': 'identity' },
  })
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'app'])
  for (const path of ['/favicon.svg', '/robots.txt']) {
    const response = await anonymous.fetch(path)
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=3600',
    ])
  }
  for (const path of [
    '/assets/gone-abc.js',
    '/assets/',
    '/assets/../csp.json',
    '/assets/%2e%2e/csp.json',
  ]) {
    const response = await anonymous.fetch(path)
    expect([path, response.status]).toEqual([path, 404])
  }
})

test('pages are compressed if the client accepts it', async () => {
  const html = clientFiles['app.html']
    ?.toString()
    .replace('data-demo-user="false"', 'data-demo-user="true"')
  const encodings = { 'gzip, deflate, br': 'br', gzip: 'gzip', identity: null }
  for (const [accepted, encoding] of Object.entries(encodings)) {
    const response = await anonymous.fetch('/explore', { headers: { 'accept-encoding': accepted } })
    const text = (await response.text()).replace(/<script type="application.json".*<.script>/, '')
    expect([response.headers.get('content-encoding'), text]).toEqual([encoding, html])
  }
})
