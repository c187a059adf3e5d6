import { expect, test } from 'vitest'
import { accountRoutes } from '#api/rest/account-docs.ts'
import { routes as restRoutes } from '#api/rest/routes.ts'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { createToken, program } from '#api/test/people/api-tokens.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { photo } from '#api/test/pictures/pictures.ts'
import { execute, FEED, feedServer, repeatedly } from '#api/test/servers/feed-server.ts'
import { client } from '#api/test/servers/oidc-provider.ts'

const oidc = { issuer: 'https://sunny.example', name: 'Sunny ID', ...client }
const { server, services, database, ann, bob, anonymous, annId, posts } = await feedServer({
  settings: { oidc },
})
await seeds(services).theDemoUser()
const { id: bobId } = (await expectJson(await bob.fetch('/api/auth/user'))) as { id: string }
const postId = posts[0]?.publicId ?? ''

const LIKE =
  'mutation ($id: ID!) { likePost(input: { postId: $id }) { post { id } userErrors { code } } }'
const likes = () => database.like.count()
const shows = (id: string) => ({ 'X-Account': id })
const like = (caller: TestBrowser, headers?: Record<string, string>) =>
  execute(caller, LIKE, { id: postId }, headers)
const refused = {
  errors: [{ extensions: { code: 'CONFLICT', reason: 'ACCOUNT_CHANGED' } }],
}

test('a mutation of a page that shows another account is 409, and changes nothing', async () => {
  for (const named of [annId, 'demo-user', 'user_nobody', uuidOf(bobId), '']) {
    const before = await likes()
    const { status, body } = await like(bob, shows(named))
    expect([named, status, await likes()]).toEqual([named, 409, before])
    expect(body).toMatchObject(refused)
    expect(body.data).toBeUndefined()
  }
})

test('so is a mutation that the fast path has compiled', async () => {
  await repeatedly(() => like(ann))
  for (const { status, body } of await repeatedly(() => like(bob, shows(annId)))) {
    expect(status).toBe(409)
    expect(body).toMatchObject(refused)
  }
  expect(await likes()).toBe(1)
  for (const headers of [shows(bobId), {}]) {
    const { status, body } = await like(bob, headers)
    expect([status, body.data.likePost]).toMatchObject([200, { post: { id: postId } }])
  }
  expect(await likes()).toBe(2)
})

test('every REST and account call that changes something is 409', async () => {
  const writes = [...restRoutes, ...accountRoutes].filter(({ method }) => method !== 'get')
  expect(writes.length).toBeGreaterThan(40)
  for (const { method, path } of writes) {
    const response = await bob.fetch(`/api${path.replaceAll(/\{\w+\}/g, postId)}`, {
      method: method.toUpperCase(),
      json: {},
      headers: shows(annId),
    })
    const { code } = await expectProblem(response, 409)
    expect([method, path, code]).toEqual([method, path, 'ACCOUNT_CHANGED'])
  }
  // Also signing out and deleting the account were refused.
  await expectJson(await bob.fetch('/api/auth/user'))
})

test('an upload is refused or stored by the account that it names', async () => {
  const picture = await photo({ width: 9, height: 6 }).png().toBuffer()
  const upload = (named: string) => bob.upload(picture, shows(named))
  await expectProblem(await upload(annId), 409)
  expect(await database.media.count()).toBe(0)
  expect((await upload(bobId)).status).toBe(201)
})

test('reads compare nothing', async () => {
  for (const { status } of await repeatedly(() => execute(bob, FEED, {}, shows(annId))))
    expect(status).toBe(200)
  const response = await bob.fetch('/api/posts', { headers: shows(annId) })
  expect(response.status).toBe(200)
})

test('the header grants nothing: a caller without an account has to sign in', async () => {
  const { status, body } = await like(anonymous, shows(annId))
  expect([status, body.data]).toMatchObject([
    200,
    { likePost: { userErrors: [{ code: 'UNAUTHENTICATED' }] } },
  ])
  const share = { json: { authorId: annId, content: 'Hello' }, headers: shows(annId) }
  await expectProblem(await anonymous.fetch('/api/posts', share), 401)
})

test('the demo user is compared as every account', async () => {
  const asDemo = { 'X-Demo-User': '1' }
  const share = (caller: TestBrowser, named: string) =>
    caller.fetch('/api/posts', {
      json: { authorId: 'demo-user', content: 'Hello' },
      headers: shows(named),
    })
  await expectProblem(await share(anonymous, annId), 409)
  expect((await share(anonymous, 'demo-user')).status).toBe(201)
  // A tab of the demo, after Bob signed in in another one.
  await expectProblem(await share(bob, 'demo-user'), 409)
  for (const [caller, named, status] of [
    [anonymous, 'demo-user', 200],
    [anonymous, annId, 409],
    [bob, 'demo-user', 409],
    [bob, bobId, 200],
  ] as const)
    expect((await like(caller, { ...asDemo, ...shows(named) })).status).toBe(status)
})

test('a program with an API token can name its account', async () => {
  const { secret } = await createToken(ann, ['write:likes'])
  const script = program(server, secret)
  expect((await like(script, shows(bobId))).status).toBe(409)
  expect((await like(script, shows(annId))).status).toBe(200)
})
