import { expect, test } from 'vitest'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { testServer } from '#api/test/servers/server.ts'
import { routes } from './routes.ts'
import { FollowedPosts, Post, Shares, User, Users } from './schemas.ts'

const server = await testServer()
const { aUser, aPost, aLike, theDemoUser } = seeds(server.services)
await theDemoUser()

const [ann, ben, anonymous] = [server.browser(), server.browser(), server.browser()]
const annUser = await ann.signUp({ name: 'Ann Lee', username: 'ann_lee' })
const benUser = await ben.signUp({ name: 'Ben Ray', username: 'ben_ray' })
const cleo = await aUser({ username: 'cleo', displayName: 'Cleo Sunshine' })

const send = (caller: TestBrowser, method: string, path: string, json?: object) =>
  caller.fetch(path, { method, ...(json && { json }) })
/** The path of the next page. */
function nextPathOf({ headers }: Response): string {
  const link = /<(.*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
  const { pathname, search } = new URL(link)
  return pathname + search
}

const usersAt = async (path: string, caller = anonymous) =>
  Users.parse(await expectJson(await caller.fetch(path)))
const namesAt = async (path: string, caller = anonymous) =>
  (await usersAt(path, caller)).map(({ username }) => username)

test('PUT and DELETE follow a user by id or username, idempotently', async () => {
  for (const id of [cleo.publicId, 'cleo'])
    expect(
      User.parse(await expectJson(await send(ann, 'PUT', `/api/users/${id}/follow`))),
    ).toMatchObject({ username: 'cleo', followersCount: 1, isFollowed: true, followsViewer: false })
  expect(await namesAt('/api/users/cleo/followers')).toEqual(['ann_lee'])
  expect(await namesAt('/api/users/ann_lee/following')).toEqual(['cleo'])
  expect(
    User.parse(await expectJson(await send(ann, 'DELETE', '/api/users/cleo/follow', {}))),
  ).toMatchObject({ followersCount: 0, isFollowed: false })
  expect(await namesAt('/api/users/cleo/followers')).toEqual([])
})

test('the demo user follows when the body names it', async () => {
  const path = '/api/users/cleo/follow'
  await expectProblem(await send(anonymous, 'PUT', path), 401)
  const followed = await send(anonymous, 'PUT', path, { userId: 'demo-user' })
  expect(User.parse(await expectJson(followed))).toMatchObject({ isFollowed: true })
  await send(anonymous, 'DELETE', path, { userId: 'demo-user' })
})

test('problems of follows: yourself, another account, an unknown user', async () => {
  expect(
    await expectProblem(await send(ann, 'PUT', '/api/users/ann_lee/follow'), 400),
  ).toMatchObject({ code: 'FOLLOW_SELF' })
  await expectProblem(await send(ann, 'PUT', '/api/users/cleo/follow', { userId: benUser.id }), 403)
  for (const path of ['follow', 'followers', 'following'])
    await expectProblem(
      await send(ann, path === 'follow' ? 'PUT' : 'GET', `/api/users/nobody_here/${path}`),
      404,
    )
})

test('lists of users are paged like posts', async () => {
  const fans = [await aUser(), await aUser(), await aUser()]
  const { database, ids } = server.services
  await database.follow.createMany({
    data: fans.map(({ id }) => ({ id: ids.next(), followerId: id, followeeId: cleo.id })),
  })
  const first = await anonymous.fetch('/api/users/cleo/followers?limit=2')
  const link = nextPathOf(first)
  const pages = [...Users.parse(await expectJson(first)), ...(await usersAt(link))]
  expect(pages.map(({ username }) => username)).toEqual(
    fans.map(({ username }) => username).reverse(),
  )
  await expectProblem(await anonymous.fetch('/api/users/cleo/followers?limit=0'), 400)
})

test('PUT and DELETE share a post, and Following lists it with the share', async () => {
  const post = await aPost({ by: cleo })
  const path = `/api/posts/${post.publicId}/share`
  const shared = Post.parse(await expectJson(await send(ann, 'PUT', path, { comment: 'Yes!' })))
  expect(shared).toMatchObject({ sharesCount: 1, isShared: true })
  await send(ben, 'PUT', `/api/users/${annUser.id}/follow`)
  const [first] = FollowedPosts.parse(await expectJson(await ben.fetch('/api/feed/following')))
  expect(first).toMatchObject({
    id: post.publicId,
    isShared: false,
    share: { comment: 'Yes!', actor: { username: 'ann_lee' } },
  })
  expect(Shares.parse(await expectJson(await anonymous.fetch(`${path}s`)))).toMatchObject([
    { comment: 'Yes!', actor: { username: 'ann_lee' } },
  ])
  expect(Post.parse(await expectJson(await send(ann, 'PUT', path)))).toMatchObject({
    sharesCount: 1,
  })
  expect(Post.parse(await expectJson(await send(ann, 'DELETE', path)))).toMatchObject({
    sharesCount: 0,
    isShared: false,
  })
  expect(FollowedPosts.parse(await expectJson(await ben.fetch('/api/feed/following')))).toEqual([])
  await expectProblem(await anonymous.fetch('/api/feed/following'), 401)
  await expectProblem(await send(ann, 'PUT', path, { comment: 'x'.repeat(281) }), 400)
})

test('the Following feed has a next page', async () => {
  const reader = server.browser()
  await reader.signUp()
  await send(reader, 'PUT', '/api/users/cleo/follow')
  const posts = [await aPost({ by: cleo }), await aPost({ by: cleo }), await aPost({ by: cleo })]
  const first = await reader.fetch('/api/feed/following?limit=2')
  const link = nextPathOf(first)
  const ids = [
    ...FollowedPosts.parse(await expectJson(first)),
    ...FollowedPosts.parse(await expectJson(await reader.fetch(link))),
  ].map(({ id }) => id)
  expect(ids.slice(0, 3)).toEqual(posts.map(({ publicId }) => publicId).reverse())
})

test('the people who like a post', async () => {
  const post = await aPost({ by: cleo })
  await aLike({ by: cleo, of: post })
  expect(await namesAt(`/api/posts/${post.publicId}/likes`)).toEqual(['cleo'])
  for (const list of ['likes', 'shares'])
    await expectProblem(
      await anonymous.fetch(`/api/posts/post_01h455vb4pex5vsknk084sn02q/${list}`),
      404,
    )
})

test('people are found by their names, whole words first', async () => {
  await aUser({ username: 'sunshine_2', displayName: 'Sunshines' })
  expect(await namesAt('/api/search/users?q=sunshine')).toEqual(['cleo', 'sunshine_2'])
  expect(await namesAt('/api/search/users?q=cleo%20sunsh')).toEqual(['cleo'])
  expect(await namesAt('/api/search/users?q=nowhere')).toEqual([])
  await expectProblem(await anonymous.fetch('/api/search/users?q=%20'), 400)
})

test.each(
  routes.flatMap(({ method, path }) =>
    path.startsWith('/users/{id}') ? [[method.toUpperCase(), `/api${path}`] as const] : [],
  ),
)('%s %s takes the username with its @', async (method, path) => {
  const username = method === 'PATCH' ? 'ann_lee' : 'cleo'
  const call = async (id: string) =>
    expectJson(
      await send(ann, method, path.replace('{id}', id), method === 'PATCH' ? {} : undefined),
    )
  expect(await call(`@${username}`)).toEqual(await call(username))
})
