import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import type { BrowserRequest } from '#api/test/people/browser.ts'
import { signInWithOidc } from '#api/test/people/oidc-sign-in.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { freePort } from '#api/test/servers/free-port.ts'
import { client, newPerson, startProvider } from '#api/test/servers/oidc-provider.ts'
import { testServer } from '#api/test/servers/server.ts'
import { OIDC_CALLBACK } from '#rules/oidc.ts'

const port = await freePort()
const oidc = { issuer: `http://localhost:${port}`, name: 'Sunny ID', ...client }
const server = await testServer({ settings: { oidc } })
registerCleanup(await startProvider(port, `${server.url}${OIDC_CALLBACK}`))
const png = readFileSync(join(import.meta.dirname, '../../../../e2e/fixtures/toast.png'))

test('without a username an account can read, and every write is rejected in REST and GraphQL', async () => {
  const browser = server.browser()
  const author = server.browser()
  await author.signUp()
  const { id } = (await expectJson(
    await author.fetch('/api/posts', { json: { content: 'Hello' } }),
    201,
  )) as { id: string }
  await signInWithOidc(browser, newPerson())
  const me = (await expectJson(await browser.fetch('/api/auth/user'))) as { id: string }
  const message = 'Choose a username in your settings first.'
  const upload = new FormData()
  upload.set('file', new Blob([png], { type: 'image/png' }), 'a.png')
  const writes: [string, BrowserRequest][] = [
    ['/api/posts', { json: { content: 'Hi' } }],
    [`/api/posts/${id}/like`, { method: 'POST' }],
    [`/api/posts/${id}/like`, { method: 'DELETE' }],
    [`/api/posts/${id}`, { method: 'DELETE' }],
    [`/api/users/${me.id}`, { method: 'PATCH', json: { bio: 'Me' } }],
    ['/api/media', { method: 'POST', body: upload }],
  ]
  for (const [path, request] of writes)
    expect([path, (await expectProblem(await browser.fetch(path, request), 403)).detail]).toEqual([
      path,
      message,
    ])

  const rejected = { post: null, userErrors: [{ code: 'FORBIDDEN', message }] }
  const payload = 'post { id } userErrors { code message }'
  const query = `mutation Share($content: String!) {
    createPost(input: { content: $content }) { ${payload} }
  }`
  const like = `mutation { likePost(input: { postId: "${id}" }) { ${payload} } }`
  // Repeated requests take the fast path.
  for (const _attempt of [1, 2, 3]) {
    const share = await browser.fetch('/graphql', { json: { query, variables: { content: 'Hi' } } })
    expect(await share.json()).toEqual({ data: { createPost: rejected } })
    expect(await (await browser.fetch('/graphql', { json: { query: like } })).json()).toEqual({
      data: { likePost: rejected },
    })
    const feed = await browser.fetch('/graphql', {
      json: { query: '{ feed(first: 1) { nodes { id isLiked } } viewer { id } }' },
    })
    expect(await feed.json()).toEqual({
      data: { feed: { nodes: [{ id, isLiked: false }] }, viewer: { id: me.id } },
    })
  }
  expect(await expectJson(await browser.fetch('/api/posts'))).toMatchObject([{ id }])

  await browser.fetch('/api/auth/username', { json: { username: 'reader_no_more' } })
  expect(
    await expectJson(await browser.fetch('/api/posts', { json: { content: 'Hi' } }), 201),
  ).toMatchObject({
    author: { username: 'reader_no_more' },
  })
  expect(await expectJson(await author.fetch('/api/users/reader_no_more'))).toMatchObject({
    id: me.id,
  })
})

test('a username is chosen once, and must be free and valid', async () => {
  const browser = server.browser()
  await server.browser().signUp({ username: 'first_come' })
  const choose = (username: unknown) => browser.fetch('/api/auth/username', { json: { username } })
  await expectProblem(await choose('late_riser'), 401)
  await signInWithOidc(browser, newPerson())
  expect((await expectProblem(await choose('First_come'), 409)).errors).toEqual([
    {
      field: 'username',
      code: 'USERNAME_TAKEN',
      message: 'That username is taken. Try another.',
    },
  ])
  for (const wrong of ['', 'no', 'a b', 'settings', 'ünï', null, 5, { a: 1 }])
    await expectProblem(await choose(wrong), 400)
  const responses = await Promise.all(['late_riser', 'early_bird'].map(choose))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 403])
  expect((await expectProblem(await choose('another_one'), 403)).detail).toBe(
    'You have already chosen your username.',
  )
  const member = server.browser()
  await member.signUp()
  await expectProblem(
    await member.fetch('/api/auth/username', { json: { username: 'another_one' } }),
    403,
  )
})
