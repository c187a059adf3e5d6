import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { rawRequest } from '#api/test/raw-request.ts'
import { testServer } from '#api/test/server.ts'

const SCRIPT_HASH = "'sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='"
const STYLE_HASH = "'sha256-BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB='"

const client = mkdtempSync(path.join(tmpdir(), 'good-vibes-client-'))
afterAll(() => rmSync(client, { recursive: true }))
mkdirSync(path.join(client, 'assets'))
const files: Record<string, string | Buffer> = {
  'csp.json': JSON.stringify({ scripts: [SCRIPT_HASH], styles: [STYLE_HASH] }),
  'operations.json': JSON.stringify({
    Viewer:
      'query Viewer($demoUser: ID!, $isDemo: Boolean!) { viewer { id } user(id: $demoUser) @include(if: $isDemo) { id } }',
    Feed: 'query Feed($after: String) { feed(first: 20, after: $after) { edges { node { id content isLiked } } } }',
    Explore:
      'query Explore($query: String!) { search(query: $query) { edges { node { id content } } } }',
    Profile: `query Profile($isOwn: Boolean!, $id: ID, $username: String) {
      viewer @include(if: $isOwn) { id email }
      user(id: $id, username: $username) @skip(if: $isOwn) { id email }
    }`,
  }),
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'robots.txt': 'User-agent: *\n',
  'assets/app-abc.js': 'app',
  'assets/app-abc.js.br': brotliCompressSync('app'),
  'assets/app-abc.js.gz': gzipSync('app'),
}
for (const name of ['landing', 'app', 'sign-in']) {
  files[`${name}.html`] =
    `<!doctype html><meta name="demo-user" content="off"><title>${name}</title>${'<p>words'.repeat(200)}`
}
for (const [name, content] of Object.entries(files)) writeFileSync(path.join(client, name), content)

const server = await testServer({ client })
const withoutDemo = await testServer({ client, settings: { demoUser: false } })
const nobody = server.visitor()
const ann = server.visitor()
const account = await ann.signUp({ username: 'ann' })

/** Status and which page it is. */
async function pageAt(path: string, visitor = nobody): Promise<[number, string | undefined]> {
  const response = await visitor.fetch(path)
  return [response.status, /<title>(.*)<\/title>/.exec(await response.text())?.[1]]
}

test('the home page is the landing page for a visitor and the client for an account', async () => {
  expect(await pageAt('/')).toEqual([200, 'landing'])
  expect(await pageAt('/?utm=x')).toEqual([200, 'landing'])
  expect(await pageAt('/', ann)).toEqual([200, 'app'])
})

test('the client’s pages, and 404 with the client at every other address', async () => {
  for (const path of ['/explore', '/explore?q=sun', '/explore/', '/profile'])
    expect([path, ...(await pageAt(path))]).toEqual([path, 200, 'app'])
  for (const path of [
    '/notifications',
    '/nothing',
    '/explore/more',
    '/profile/ann/more',
    '/app.html',
    '/csp.json',
    '/profile//',
    '/.env',
    '/wp-login.php',
  ]) {
    expect([path, ...(await pageAt(path))]).toEqual([path, 404, 'app'])
  }
})

test('a profile is found by id or username, in any case; an unknown one is 404', async () => {
  for (const user of ['ann', 'Ann', account.id])
    expect(await pageAt(`/profile/${user}`)).toEqual([200, 'app'])
  for (const user of [
    'bob',
    'user_01h455vb4pex5vsknk084sn02q',
    'post_01h455vb4pex5vsknk084sn02q',
    '%E0%A4%A',
    '%00',
    '..%2f',
    'a'.repeat(5000),
    '%F0%9F%8C%9E',
  ]) {
    expect([user, ...(await pageAt(`/profile/${user}`))]).toEqual([user, 404, 'app'])
  }
})

test('the demo user’s page is there when the demo user is, and pages are told', async () => {
  const { database } = server.services
  const demo = {
    id: '00000000-0000-7000-8000-00000000de00',
    displayName: 'Demo User',
    username: 'demouser',
    email: 'demo@example.org',
  }
  await database.user.create({ data: demo })
  await withoutDemo.services.database.user.create({ data: demo })
  for (const user of ['demo-user', 'demouser']) {
    expect(await pageAt(`/profile/${user}`)).toEqual([200, 'app'])
    expect(await pageAt(`/profile/${user}`, withoutDemo.visitor())).toEqual([404, 'app'])
  }
  for (const visitor of [nobody, withoutDemo.visitor()]) {
    const [byId, ...byName] = await Promise.all(
      ['demo-user', 'demouser', 'DemoUser'].map(async (user) =>
        (await visitor.fetch(`/profile/${user}`)).text(),
      ),
    )
    for (const page of byName) expect(page).toBe(byId)
  }
  expect(await (await nobody.fetch('/')).text()).toContain('<meta name="demo-user" content="on">')
  expect(await (await withoutDemo.visitor().fetch('/')).text()).toContain(
    '<meta name="demo-user" content="off">',
  )
})

test('without a demo user, one’s own profile leads a visitor to the sign-in page', async () => {
  const visitor = withoutDemo.visitor()
  const response = await visitor.fetch('/profile')
  expect([response.status, response.headers.get('location')]).toEqual([
    302,
    '/api/login?returnTo=%2Fprofile',
  ])
  await visitor.signUp()
  expect(await pageAt('/profile', visitor)).toEqual([200, 'app'])
})

test('the settings are for who is signed in; anybody else is led to the sign-in page', async () => {
  for (const headers of [{}, { 'x-demo-user': '1' }]) {
    const response = await nobody.fetch('/settings', { headers })
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      '/api/login?returnTo=%2Fsettings',
    ])
  }
  for (const path of ['/settings', '/Settings/'])
    expect(await pageAt(path, ann)).toEqual([200, 'app'])
  expect(await pageAt('/settings/more', ann)).toEqual([404, 'app'])
})

test('the sign-in page is for visitors; who is signed in goes on', async () => {
  expect(await pageAt('/api/login')).toEqual([200, 'sign-in'])
  expect(await pageAt('/api/login?returnTo=/explore')).toEqual([200, 'sign-in'])
  const response = await ann.fetch('/api/login?returnTo=/explore%3Fq%3Dsun%23top')
  expect([response.status, response.headers.get('location')]).toEqual([302, '/explore?q=sun#top'])
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https://evil.example',
  '%2f%2fevil.example',
  '/%09/evil.example',
  '/..//evil.example',
  'javascript:alert(1)',
  'evil.example',
  '',
  '/a&returnTo=//evil.example',
])('attack 37: after signing in, returnTo=%s stays here', async (returnTo) => {
  const response = await ann.fetch(`/api/login?returnTo=${returnTo}`)
  const location = response.headers.get('location') ?? ''
  expect(response.status).toBe(302)
  expect(new URL(location, server.url).origin).toBe(server.url)
  expect(location).not.toMatch(/^\/[/\\]|^%2f/i)
})

test('attack 63: pages run scripts of this host alone, and nothing inline that was not built', async () => {
  for (const path of ['/', '/explore', '/nothing', '/api/login']) {
    const policy = (await nobody.fetch(path)).headers.get('content-security-policy') ?? ''
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

test('every answer is safe to show, and does not say what it is made with', async () => {
  for (const path of [
    '/',
    '/api/nothing',
    '/healthz',
    '/assets/app-abc.js',
    '/favicon.svg',
    '/media/none',
    '/graphql',
  ]) {
    const { headers } = await nobody.fetch(path)
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

test('attack 62: what depends on the caller is kept by nobody', async () => {
  for (const visitor of [nobody, ann]) {
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
        expect.arrayContaining(['cookie', 'x-demo-user']),
      )
    }
  }
})

test('a page that is the same to everybody is asked for again and need not be sent again', async () => {
  const first = await nobody.fetch('/explore')
  expect(first.headers.get('cache-control')).toBe('no-cache')
  const again = await rawRequest(`${server.url}/explore`, {
    headers: { 'if-none-match': first.headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
})

test('files with their hash in their name are kept for ever, others for an hour; there are no others', async () => {
  const asset = await nobody.fetch('/assets/app-abc.js', {
    headers: { 'accept-encoding': 'gzip, br' },
  })
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect([
    asset.headers.get('content-encoding'),
    asset.headers.get('vary'),
    await asset.text(),
  ]).toEqual(['br', 'Accept-Encoding', 'app'])
  expect(asset.headers.get('content-type')).toMatch(/javascript/)
  const plain = await nobody.fetch('/assets/app-abc.js', {
    headers: { 'accept-encoding': 'identity' },
  })
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'app'])
  for (const path of ['/favicon.svg', '/robots.txt']) {
    const response = await nobody.fetch(path)
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
    const response = await nobody.fetch(path)
    expect([path, response.status]).toEqual([path, 404])
  }
})

test('pages come compressed to whoever takes that', async () => {
  const html = files['app.html']?.toString().replace('content="off"', 'content="on"')
  const asked = { 'gzip, deflate, br': 'br', gzip: 'gzip', identity: null }
  for (const [accepted, encoding] of Object.entries(asked)) {
    const response = await nobody.fetch('/explore', { headers: { 'accept-encoding': accepted } })
    expect([response.headers.get('content-encoding'), await response.text()]).toEqual([
      encoding,
      html,
    ])
  }
})

test('a page is only read', async () => {
  const response = await nobody.fetch('/explore', { json: {} })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  const head = await nobody.fetch('/nothing', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([404, ''])
})

test('without built pages, a visitor is told what to run', async () => {
  const { url } = await testServer()
  const response = await fetch(url)
  expect(response.status).toBe(503)
  expect(await response.text()).toContain('npm run build')
})
