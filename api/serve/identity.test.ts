import { expect, test } from 'vitest'
import { testDatabase } from '#api/test/database/database.ts'
import { statementLog } from '#api/test/database/statements.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { testServer } from '#api/test/servers/server.ts'

const { url } = await testDatabase()
const { database, statements } = statementLog(url)
const server = await testServer({ database })
const withoutDemo = await testServer({ settings: { demoUser: false } })
await seeds(server.services).theDemoUser()
await seeds(withoutDemo.services).theDemoUser()

const demo = { 'x-demo-user': '1' }
const VIEWER = '{ viewer { username } }'
const CHANGE =
  'mutation { updateProfile(input: { bio: "Hello" }) { user { username } userErrors { code } } }'

async function graphql(visitor: TestBrowser, query: string, headers: Record<string, string> = {}) {
  return (await (await visitor.fetch('/graphql', { json: { query }, headers })).json()) as {
    data: Record<string, unknown>
  }
}

/** The username that a mutation acts as, or its error code. */
async function actor(visitor: TestBrowser, headers?: Record<string, string>) {
  const { data } = await graphql(visitor, CHANGE, headers)
  const { user, userErrors } = data.updateProfile as {
    user: { username: string } | null
    userErrors: { code: string }[]
  }
  return user?.username ?? userErrors[0]?.code
}

test('the session identifies the caller; without one there is no viewer', async () => {
  const ann = server.browser()
  const { username } = await ann.signUp()
  expect((await graphql(ann, VIEWER)).data).toEqual({ viewer: { username } })
  expect(await actor(ann)).toBe(username)
  expect((await graphql(server.browser(), VIEWER)).data).toEqual({ viewer: null })
  expect(await actor(server.browser())).toBe('UNAUTHENTICATED')
})

test('a caller without a session can opt in to the demo user; a session takes precedence', async () => {
  expect(await actor(server.browser(), demo)).toBe('demouser')
  expect((await graphql(server.browser(), VIEWER, demo)).data).toEqual({ viewer: null })
  for (const value of ['0', 'true', '', '1,1'])
    expect(await actor(server.browser(), { 'x-demo-user': value })).toBe('UNAUTHENTICATED')
  const ann = server.browser()
  const { username } = await ann.signUp()
  expect(await actor(ann, demo)).toBe(username)
  await ann.fetch('/api/logout', { method: 'POST' })
  expect(await actor(ann, demo)).toBe('demouser')
})

test('without a demo user, the header has no effect', async () => {
  expect(await actor(withoutDemo.browser(), demo)).toBe('UNAUTHENTICATED')
})

test('identifying a caller takes one statement, and none for an anonymous one', async () => {
  const ann = server.browser()
  await ann.signUp()
  const forger = server.browser()
  forger.cookies.set(
    `good-vibes-${new URL(server.url).port}.session_token`,
    'forged.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D',
  )
  expect(await statements.of(() => ann.fetch('/api/nothing'))).toHaveLength(1)
  expect(await statements.of(() => server.browser().fetch('/api/nothing'))).toEqual([])
  expect(
    await statements.of(() => server.browser().fetch('/api/nothing', { headers: demo })),
  ).toHaveLength(1)
  expect(await statements.of(() => forger.fetch('/api/nothing'))).toEqual([])
})

test('pictures and client files need no session lookup', async () => {
  const ann = server.browser()
  await ann.signUp()
  const picture = `/media/${'0'.repeat(64)}.webp`
  expect(await statements.of(() => ann.fetch(picture))).toEqual([
    expect.stringContaining('"Media"'),
  ])
  for (const path of ['/assets/app.js', '/healthz']) {
    expect([path, await statements.of(() => ann.fetch(path))]).toEqual([path, []])
  }
})
