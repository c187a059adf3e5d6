import { expect, test } from 'vitest'
import { builtClient } from '#api/test/built-client.ts'
import { clientFiles } from '#api/test/client-files.ts'
import { testServer } from '#api/test/server.ts'
import { paths } from '#rules/paths.ts'

const client = builtClient(clientFiles)

const server = await testServer({ client })
const withoutDemo = await testServer({ client, settings: { demoUser: false } })
const anonymous = server.browser()
const ann = server.browser()
const account = await ann.signUp({ username: 'ann' })

/** Status and name of the page. */
async function pageAt(path: string, visitor = anonymous): Promise<[number, string | undefined]> {
  const response = await visitor.fetch(path)
  return [response.status, /<title>(.*)<\/title>/.exec(await response.text())?.[1]]
}

test('the home page is the landing page for a visitor and the client for an account', async () => {
  expect(await pageAt('/')).toEqual([200, 'landing'])
  expect(await pageAt('/?utm=x')).toEqual([200, 'landing'])
  expect(await pageAt('/', ann)).toEqual([200, 'app'])
})

test('the client has its pages, and is 404 at every other path', async () => {
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

test('the server has a page at every path of the client', async () => {
  // The sign-in page redirects accounts. Notifications are not built yet.
  const { signIn: _, notifications: __, ...pages } = paths
  for (const path of Object.values(pages))
    expect([path, ...(await pageAt(path, ann))]).toEqual([path, 200, 'app'])
})

test('a profile is found by id or username in any case; an unknown one is 404', async () => {
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

test('the demo user has a page if it is enabled, and pages contain the setting', async () => {
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
    expect(await pageAt(`/profile/${user}`, withoutDemo.browser())).toEqual([404, 'app'])
  }
  for (const visitor of [anonymous, withoutDemo.browser()]) {
    const [byId, ...byName] = await Promise.all(
      ['demo-user', 'demouser', 'DemoUser'].map(async (user) =>
        (await visitor.fetch(`/profile/${user}`)).text(),
      ),
    )
    for (const page of byName) expect(page).toBe(byId)
  }
  expect(await (await anonymous.fetch('/')).text()).toContain(
    '<meta name="demo-user" content="on">',
  )
  expect(await (await withoutDemo.browser().fetch('/')).text()).toContain(
    '<meta name="demo-user" content="off">',
  )
})

test('without a demo user, /profile redirects a visitor to the sign-in page', async () => {
  const visitor = withoutDemo.browser()
  const response = await visitor.fetch('/profile')
  expect([response.status, response.headers.get('location')]).toEqual([
    302,
    '/api/login?returnTo=%2Fprofile',
  ])
  await visitor.signUp()
  expect(await pageAt('/profile', visitor)).toEqual([200, 'app'])
})

test('settings redirect to the sign-in page without a session', async () => {
  for (const headers of [{}, { 'x-demo-user': '1' }]) {
    const response = await anonymous.fetch('/settings', { headers })
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      '/api/login?returnTo=%2Fsettings',
    ])
  }
  for (const path of ['/settings', '/Settings/'])
    expect(await pageAt(path, ann)).toEqual([200, 'app'])
  expect(await pageAt('/settings/more', ann)).toEqual([404, 'app'])
})

test('the sign-in page redirects a signed-in user', async () => {
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
])('attack 37: after sign-in, returnTo=%s stays on this origin', async (returnTo) => {
  const response = await ann.fetch(`/api/login?returnTo=${returnTo}`)
  const location = response.headers.get('location') ?? ''
  expect(response.status).toBe(302)
  expect(new URL(location, server.url).origin).toBe(server.url)
  expect(location).not.toMatch(/^\/[/\\]|^%2f/i)
})

test('pages only support GET and HEAD', async () => {
  const response = await anonymous.fetch('/explore', { json: {} })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  const head = await anonymous.fetch('/nothing', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([404, ''])
})

test('without built pages, a visitor gets instructions', async () => {
  const { url } = await testServer()
  const response = await fetch(url)
  expect(response.status).toBe(503)
  expect(await response.text()).toContain('npm run build')
})
