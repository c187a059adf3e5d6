import { expect, test } from 'vitest'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { png } from '#api/test/pictures/pictures.ts'
import { testServer } from '#api/test/servers/server.ts'
import { Post, User } from './schemas.ts'

const server = await testServer()
const { aUser, aPost, theDemoUser } = seeds(server.services)
await theDemoUser()
const visitor = server.browser()
const asDemo = { 'X-Demo-User': '1' }

const postOf = async (response: Response, status = 200) =>
  Post.parse(await expectJson(response, status))
const share = (json: object) => visitor.fetch('/api/posts', { json })

test('a caller without a session can act as the demo user by naming it in each request', async () => {
  const own = await postOf(await share({ authorId: 'demo-user', content: 'From the demo' }), 201)
  expect(own).toMatchObject({
    authorId: 'demo-user',
    author: { id: 'demo-user', username: 'demouser', displayName: 'Demo User' },
  })
  await expectProblem(await share({ content: 'Without an account' }), 401)

  const like = `/api/posts/${own.id}/like`
  expect(await postOf(await visitor.fetch(like, { json: { userId: 'demo-user' } }))).toMatchObject({
    likesCount: 1,
    isLiked: true,
  })
  expect(await postOf(await visitor.fetch(`/api/posts/${own.id}`))).toMatchObject({
    likesCount: 1,
    isLiked: false,
  })
  expect(
    await postOf(await visitor.fetch(`/api/posts/${own.id}`, { headers: asDemo })),
  ).toMatchObject({ isLiked: true })
  const unlike = await visitor.fetch(like, { json: { userId: 'demo-user' }, method: 'DELETE' })
  expect(await postOf(unlike)).toMatchObject({ likesCount: 0, isLiked: false })

  const change = await visitor.fetch('/api/users/demo-user', {
    json: { bio: 'Trying it out' },
    method: 'PATCH',
  })
  expect(User.parse(await expectJson(change))).toMatchObject({
    id: 'demo-user',
    bio: 'Trying it out',
  })
  const deleted = await visitor.fetch(`/api/posts/${own.id}`, {
    json: { userId: 'demo-user' },
    method: 'DELETE',
  })
  expect(deleted.status).toBe(204)
})

test('a new post can name its caller as userId, and all names must be the caller’s', async () => {
  const named = await share({ userId: 'demo-user', content: 'By the other name' })
  expect(await postOf(named, 201)).toMatchObject({ authorId: 'demo-user' })
  const { publicId: other } = await aUser()
  for (const ids of [
    { authorId: 'demo-user', userId: other },
    { authorId: other, userId: 'demo-user' },
  ])
    await expectProblem(await share({ ...ids, content: 'As someone else' }), 403)
})

test('the header only suffices for reads and uploads', async () => {
  const post = await postOf(await share({ authorId: 'demo-user', content: 'By name' }), 201)
  for (const [path, request] of [
    ['/api/posts', { json: { content: 'By header' } }],
    ['/api/posts', { json: { content: 'By header', authorId: null } }],
    [`/api/posts/${post.id}/like`, { json: {} }],
    [`/api/posts/${post.id}/like`, { method: 'DELETE', json: {} }],
    [`/api/posts/${post.id}`, { method: 'DELETE', json: {} }],
  ] as const)
    await expectProblem(await visitor.fetch(path, { ...request, headers: asDemo }), 401)
  const both = { json: { content: 'By both', authorId: 'demo-user' }, headers: asDemo }
  expect((await visitor.fetch('/api/posts', both)).status).toBe(201)
  expect((await visitor.upload(png(), asDemo)).status).toBe(201)
  const other = await aUser()
  await expectProblem(
    await visitor.fetch('/api/posts', {
      json: { content: 'Hi', authorId: other.publicId },
      headers: asDemo,
    }),
    403,
  )
  await expectProblem(await visitor.fetch('/api/auth/user', { headers: asDemo }), 401)
})

test('the demo user cannot change its names or content of others', async () => {
  const change = (json: object) => visitor.fetch('/api/users/demo-user', { json, method: 'PATCH' })
  await expectProblem(await change({ displayName: 'Another name' }), 403)
  const unchanged = await change({
    username: 'another_name',
    id: 'user_x',
    displayName: 'Demo User',
    avatar: 'https://example.org/a.png',
  })
  expect(User.parse(await expectJson(unchanged))).toMatchObject({
    id: 'demo-user',
    username: 'demouser',
    avatar: 'https://example.org/a.png',
  })
  const post = await aPost({ by: await aUser() })
  await expectProblem(
    await visitor.fetch(`/api/posts/${post.publicId}`, {
      json: { userId: 'demo-user' },
      method: 'DELETE',
    }),
    403,
  )
})

test('a session always takes precedence', async () => {
  const member = server.browser()
  const { id } = await member.signUp()
  await expectProblem(
    await member.fetch('/api/posts', { json: { authorId: 'demo-user', content: 'Hi' } }),
    403,
  )
  await expectProblem(
    await member.fetch('/api/users/demo-user', { json: { bio: 'Hi' }, method: 'PATCH' }),
    403,
  )
  const post = await member.fetch('/api/posts', { json: { content: 'Hi' }, headers: asDemo })
  expect(await postOf(post, 201)).toMatchObject({ authorId: id })
})

test('without a demo user, requests that name it fail', async () => {
  server.services.settings.demoUser = false
  try {
    await expectProblem(await share({ authorId: 'demo-user', content: 'Hi' }), 401)
    await expectProblem(
      await visitor.fetch('/api/posts', { json: { content: 'Hi' }, headers: asDemo }),
      401,
    )
    await expectProblem(
      await visitor.fetch('/api/users/demo-user', { json: { bio: 'Hi' }, method: 'PATCH' }),
      401,
    )
    await expectProblem(await visitor.fetch('/api/users/demo-user'), 404)
    await expectProblem(await visitor.fetch('/api/users/demouser/posts'), 404)
  } finally {
    server.services.settings.demoUser = true
  }
})
