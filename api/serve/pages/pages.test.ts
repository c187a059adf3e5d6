import { expect, test } from 'vitest'
import { createLimits } from '#api/limits/rate-limits.ts'
import { anInvitation } from '#api/test/people/invitations.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { builtClient } from '#api/test/servers/built-client.ts'
import { clientFiles } from '#api/test/servers/client-files.ts'
import { testServer } from '#api/test/servers/server.ts'
import { builtSettings } from '#rules/page-settings.ts'
import { joinPath, paths } from '#rules/paths.ts'

const client = builtClient(clientFiles)

const server = await testServer({ client })
const withoutDemo = await testServer({ client, settings: { demoUser: false } })
const anonymous = server.browser()
const ann = server.browser()
const account = await ann.signUp({ username: 'ann' })

/** Status and name of the page. */
async function pageAt(path: string, visitor = anonymous): Promise<[number, string | undefined]> {
  const response = await visitor.fetch(path)
  return [response.status, /<meta name="page" content="(.*?)">/.exec(await response.text())?.[1]]
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
  // The sign-in page redirects accounts.
  const { signIn, ...built } = paths
  const forModerators: string[] = [paths.applications, paths.moderation]
  const pages = Object.values(built).filter((path) => !forModerators.includes(path))
  for (const path of pages) expect([path, ...(await pageAt(path, ann))]).toEqual([path, 200, 'app'])
})

test('a username with its @ leads to the profile and what is below it', async () => {
  const locationOf = async (path: string) => {
    const response = await anonymous.fetch(path)
    return [response.status, response.headers.get('location')]
  }
  for (const [path, target] of [
    ['/profile/@ann', '/profile/ann'],
    ['/profile/%40ann', '/profile/ann'],
    ['/profile/\uff20ann', '/profile/ann'],
    ['/Profile/@Ann/', '/profile/Ann/'],
    ['/profile/@ann?tab=replies&a=?b', '/profile/ann?tab=replies&a=?b'],
    ['/profile/@ann/followers', '/profile/ann/followers'],
    ['/profile/@ann/feed.atom', '/profile/ann/feed.atom'],
    ['/profile/@nobody_here', '/profile/nobody_here'],
    ['/profile/@ann//example.org', '/profile/ann//example.org'],
  ] as const)
    expect([path, ...(await locationOf(path))]).toEqual([path, 301, target])
  for (const path of ['/profile/@', '/profile/@@ann', '/profile/ann@', '/@ann'])
    expect([path, ...(await locationOf(path))]).toEqual([path, 404, null])
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

test('a post and a reply have pages; an unknown, hidden or malformed one is 404', async () => {
  const { aPost, aReply, aUser } = seeds(server.services)
  const author = await aUser()
  const post = await aPost({ by: author })
  const reply = await aReply({ by: author, to: post })
  for (const { publicId } of [post, reply])
    for (const visitor of [anonymous, ann])
      expect(await pageAt(`/post/${publicId}`, visitor)).toEqual([200, 'app'])
  await server.services.database.post.update({
    where: { id: reply.id },
    data: { hiddenAt: new Date() },
  })
  for (const id of [
    reply.publicId,
    'post_01h455vb4pex5vsknk084sn02q',
    account.id,
    'nothing',
    '%00',
    '%F0%9F%8C%9E',
    `${post.publicId}x`,
  ])
    for (const visitor of [anonymous, ann])
      expect([id, ...(await pageAt(`/post/${id}`, visitor))]).toEqual([id, 404, 'app'])
  expect(await pageAt(`/post/${post.publicId}/more`, ann)).toEqual([404, 'app'])
})

test('posts without an answer have a page for accounts', async () => {
  const response = await anonymous.fetch('/Hello/?from=//evil.example')
  expect([response.status, response.headers.get('location')]).toEqual([
    302,
    '/api/login?returnTo=%2Fhello%3Ffrom%3D%2F%2Fevil.example',
  ])
  expect(await pageAt('/hello', ann)).toEqual([200, 'app'])
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
  expect(await (await anonymous.fetch('/')).text()).toContain(' data-demo-user="true" ')
  expect(await (await withoutDemo.browser().fetch('/')).text()).toContain(
    ' data-demo-user="false" ',
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

test.each([paths.moderation, paths.applications])(
  '%s is for moderators: 404 for members and suspended ones; visitors sign in',
  async (path) => {
    const { database } = server.services
    const update = (data: { role?: 'MODERATOR' | 'ADMIN' | 'MEMBER'; suspendedAt?: Date | null }) =>
      database.user.update({ where: { username: 'ann' }, data })
    const page = () => pageAt(path, ann)
    expect(await page()).toEqual([404, 'app'])
    for (const role of ['MODERATOR', 'ADMIN'] as const) {
      await update({ role })
      expect(await page()).toEqual([200, 'app'])
    }
    await update({ suspendedAt: new Date() })
    expect(await page()).toEqual([404, 'app'])
    await update({ role: 'MEMBER', suspendedAt: null })
    expect(await page()).toEqual([404, 'app'])
    const { status, headers } = await anonymous.fetch(path)
    expect([status, headers.get('location')]).toEqual([
      302,
      `/api/login?returnTo=${encodeURIComponent(path)}`,
    ])
  },
)

test('the page of an invitation is the sign-up page; members get to the inviter', async () => {
  const { services } = server
  const inviter = await services.database.user.findUniqueOrThrow({ where: { username: 'ann' } })
  const { code } = await anInvitation(services, { inviterId: inviter.id })
  expect(await pageAt(joinPath(code))).toEqual([200, 'sign-in'])
  expect(await pageAt(joinPath('A'.repeat(24)))).toEqual([404, 'sign-in'])
  const redirect = async (path: string) => (await ann.fetch(path)).headers.get('location')
  expect(await redirect(joinPath(code))).toBe('/profile/ann')
  expect(await redirect(joinPath('A'.repeat(24)))).toBe('/')
  expect((await anonymous.fetch(joinPath(code))).headers.get('cache-control')).toBe(
    'private, no-store',
  )
  // Opening the page uses nothing.
  expect(await services.database.invitation.findUnique({ where: { code } })).toMatchObject({
    uses: 0,
  })
})

test('attack 68: pages of guessed invitations share the limit of an address', async () => {
  const limited = await testServer({ client, limits: createLimits() })
  const { code } = await anInvitation(limited.services)
  const visitor = limited.browser()
  const statuses = []
  for (let guess = 0; guess < 31; guess++)
    statuses.push((await pageAt(joinPath('A'.repeat(24)), visitor))[0])
  expect(statuses).toEqual([...Array(30).fill(404), 429])
  expect(await pageAt(joinPath(code), visitor)).toEqual([429, 'sign-in'])
})

const signInFiles = {
  ...clientFiles,
  'sign-in.html': `<meta name="page" content="sign-in">${builtSettings}`,
}

test('the sign-in page contains where to reach the operator', async () => {
  const contact = 'https://help.example/?to=$&"><b>us</b>'
  const { browser } = await testServer({ client: builtClient(signInFiles), settings: { contact } })
  expect(await (await browser().fetch('/api/login')).text()).toContain(
    ' data-contact="https://help.example/?to=$&amp;&quot;&gt;&lt;b&gt;us&lt;/b&gt;">',
  )
})

test('the sign-in page contains who may sign up', async () => {
  for (const signUps of ['open', 'invite', 'approval'] as const) {
    const { browser } = await testServer({
      client: builtClient(signInFiles),
      settings: { signUps },
    })
    expect(await (await browser().fetch('/api/login')).text()).toContain(
      ` data-sign-ups="${signUps}"`,
    )
  }
})
