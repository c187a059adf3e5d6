import { expect, test } from 'vitest'
import type * as z from 'zod'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { testServer } from '#api/test/servers/server.ts'
import { User } from './schemas.ts'

const server = await testServer()
const { aUser, anUpload } = seeds(server.services)
const anonymous = server.browser()

const userOf = async (response: Response) => User.parse(await expectJson(response))
const change = (caller: TestBrowser, id: string, json: object) =>
  caller.fetch(`/api/users/${id}`, { json, method: 'PATCH' })

async function member() {
  const visitor = server.browser()
  return { visitor, ...(await visitor.signUp()) }
}

test('the signed-in user gets their own data, with their email', async () => {
  const { visitor, id, name, username, email } = await member()
  expect(await userOf(await visitor.fetch('/api/auth/user'))).toEqual({
    id,
    displayName: name,
    username,
    email,
    bio: null,
    avatar: null,
    profileImageUrl: null,
    followingCount: 0,
    followersCount: 0,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    isFollowed: false,
    followsViewer: false,
    isMuted: false,
    isBlocked: false,
  })
  await visitor.fetch('/api/logout', { method: 'POST' })
  expect((await expectProblem(await visitor.fetch('/api/auth/user'), 401)).detail).toBe(
    'Please sign in first.',
  )
})

test('signed out, there is no user', async () => {
  await expectProblem(await anonymous.fetch('/api/auth/user'), 401)
})

test('a user is found by id and username, and only they see their email', async () => {
  const { visitor, id, username, email } = await member()
  const own = await userOf(await visitor.fetch(`/api/users/${id}`))
  expect(own).toMatchObject({ id, email })
  const { email: _, ...shown } = own
  for (const name of [id, username, username.toUpperCase(), `@${username}`, `%40${username}`])
    expect(await userOf(await anonymous.fetch(`/api/users/${name}`))).toEqual(shown)
})

test.each([
  'user_01h455vb4pex5vsknk084sn02q',
  'post_01h455vb4pex5vsknk084sn02q',
  'unknown_user',
  '@unknown_user',
  '@user_01h455vb4pex5vsknk084sn02q',
  "'--",
  '%00',
  '%F0%9F%8C%B1',
  'x'.repeat(5_000),
])('the user %j does not exist', async (id) => {
  expect((await expectProblem(await anonymous.fetch(`/api/users/${id}`), 404)).detail).toBe(
    'User not found',
  )
})

test('a profile is changed: absent fields stay, null and "" clear', async () => {
  const { visitor, id, username, name } = await member()
  const steps: [object, Partial<z.infer<typeof User>>][] = [
    [
      { displayName: ' New  name ', bio: 'Likes trees', avatar: 'https://example.org/me.png' },
      { displayName: 'New name', bio: 'Likes trees' },
    ],
    [{}, { displayName: 'New name', bio: 'Likes trees', avatar: 'https://example.org/me.png' }],
    [{ bio: null }, { bio: null, avatar: 'https://example.org/me.png' }],
    [{ avatar: '' }, { avatar: null, profileImageUrl: null }],
    [{ bio: 'Again' }, { bio: 'Again' }],
    [{ bio: '' }, { bio: null }],
    [
      {
        displayName: name,
        unknown: 'ignored',
        username: 'other',
        email: 'x@example.org',
        followersCount: 5,
      },
      { displayName: name, username },
    ],
  ]
  for (const [json, expected] of steps)
    expect(await userOf(await change(visitor, id, json))).toMatchObject(expected)
  expect(await userOf(await change(visitor, username, { bio: 'By name' }))).toMatchObject({
    bio: 'By name',
    followersCount: 0,
  })
  expect(await userOf(await anonymous.fetch(`/api/users/${id}`))).toMatchObject({
    displayName: name,
    username,
    bio: 'By name',
  })
})

test('only the uploader can use an upload as an avatar', async () => {
  const { visitor, id, username } = await member()
  const user = await server.services.database.user.findUniqueOrThrow({ where: { username } })
  const [own, foreign] = [await anUpload({ by: user }), await anUpload({ by: await aUser() })]
  expect(await userOf(await change(visitor, id, { avatar: own.path }))).toMatchObject({
    avatar: own.path,
    profileImageUrl: own.path,
  })
  await expectProblem(await change(visitor, id, { avatar: foreign.path }), 403)
})

test('attack 22: a profile can only be changed by its owner', async () => {
  const { visitor, username } = await member()
  const other = await aUser()
  for (const id of [
    other.publicId,
    other.username,
    'demo-user',
    'unknown_user',
    'user_01h455vb4pex5vsknk084sn02q',
  ]) {
    await expectProblem(await change(visitor, id, { bio: 'Mine now' }), 403)
    await expectProblem(
      await change(anonymous, id === 'demo-user' ? username : id, { bio: 'Mine now' }),
      401,
    )
  }
  expect(await userOf(await anonymous.fetch(`/api/users/${other.publicId}`))).toMatchObject({
    bio: null,
  })
})

test.each([
  [{ displayName: '' }, 'displayName', 'Please enter a display name.'],
  [{ displayName: null }, 'displayName', 'Please enter a display name.'],
  [{ displayName: 'x'.repeat(51) }, 'displayName', 'Display name must be 50 characters or less.'],
  [{ displayName: {} }, 'displayName', 'displayName must be text.'],
  [{ bio: 'x'.repeat(161) }, 'bio', 'Bio must be 160 characters or less.'],
  [{ avatar: 'javascript:alert(1)' }, 'avatar', 'Invalid image URL'],
  [{ avatar: 'https://example.org/a\u202egpj.exe' }, 'avatar', 'Invalid image URL'],
])('%j is rejected with the message of the form', async (json, field, message) => {
  const { visitor, id } = await member()
  expect(await expectProblem(await change(visitor, id, json), 400)).toMatchObject({
    detail: message,
    errors: [{ field, message }],
  })
})

test('attack 42: the limit of a bio counts visible characters', async () => {
  const { visitor, id } = await member()
  expect(await userOf(await change(visitor, id, { bio: '🏳️‍🌈'.repeat(160) }))).toMatchObject({
    bio: '🏳️‍🌈'.repeat(160),
  })
  await expectProblem(await change(visitor, id, { bio: '🏳️‍🌈'.repeat(161) }), 400)
})

test('REST and GraphQL return the same user', async () => {
  const { visitor, id } = await member()
  await change(visitor, id, { bio: 'Both', avatar: 'https://example.org/me.png' })
  const query =
    '{ viewer { id displayName username email bio avatar followingCount followersCount createdAt isFollowed followsViewer isMuted isBlocked } }'
  const response = await visitor.fetch('/graphql', { json: { query } })
  const { data } = (await response.json()) as { data: { viewer: z.infer<typeof User> } }
  expect(await userOf(await visitor.fetch('/api/auth/user'))).toEqual({
    ...data.viewer,
    profileImageUrl: data.viewer.avatar,
  })
})
