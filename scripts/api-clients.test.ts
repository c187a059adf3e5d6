import { expect, test } from 'vitest'
import { createToken } from '#api/test/people/api-tokens.ts'
import { testServer } from '#api/test/servers/server.ts'
import { tokenScopes } from '#rules/token-scopes.ts'
import * as graphql from '../docs/api/clients/graphql.ts'
import * as rest from '../docs/api/clients/rest.ts'
import * as documents from '../docs/api/clients/vibes.generated.ts'

const server = await testServer()
const { url } = server
const anonymous = rest.createVibes(url)
const scopes = tokenScopes.filter((scope) => scope !== 'moderate')

/** The headers of a program that acts as a new account. */
async function member(username: string) {
  const browser = server.browser()
  await browser.signUp({ name: username, username, email: `${username}@example.org` })
  const { secret } = await createToken(browser, scopes)
  return { Authorization: `Bearer ${secret}` }
}

const [ann, ben] = [await member('ann_lee'), await member('ben_ray')]

test('a client that knows the OpenAPI document alone does ten things', async () => {
  const [annsVibes, bensVibes] = [rest.createVibes(url, ann), rest.createVibes(url, ben)]
  const { data: me } = await annsVibes.GET('/auth/user')
  expect(me).toMatchObject({ username: 'ann_lee', email: 'ann_lee@example.org' })

  const id = await rest.post(annsVibes, 'Soup for everyone', 'first')
  expect(await rest.post(annsVibes, 'Soup for everyone', 'first')).toBe(id)
  expect(await rest.newestTexts(anonymous)).toEqual(['Soup for everyone'])

  const params = { path: { id } }
  const { data: liked } = await bensVibes.POST('/posts/{id}/like', { params })
  expect(liked).toMatchObject({ likesCount: 1, isLiked: true })
  const { data: shared } = await bensVibes.PUT('/posts/{id}/share', {
    params,
    body: { comment: 'Yes!' },
  })
  expect(shared).toMatchObject({ sharesCount: 1, isShared: true })

  for (const content of ['Thank you', 'And bread'])
    await bensVibes.POST('/posts', { body: { content, inReplyToId: id } })
  expect((await rest.allReplies(anonymous, id)).map(({ content }) => content)).toEqual([
    'Thank you',
    'And bread',
  ])

  const { data: followed } = await bensVibes.PUT('/users/{id}/follow', {
    params: { path: { id: 'ann_lee' } },
  })
  expect(followed).toMatchObject({ isFollowed: true, followersCount: 1 })
  const { data: found } = await anonymous.GET('/search/users', { params: { query: { q: 'ben' } } })
  expect(found).toMatchObject([{ username: 'ben_ray' }])

  const { data: notifications = [] } = await annsVibes.GET('/notifications')
  expect(notifications).toMatchObject([{ kind: 'reply' }, { kind: 'reply' }])
  const upToId = notifications[0]?.id ?? ''
  const { data: unread } = await annsVibes.POST('/notifications/read', { body: { upToId } })
  expect(unread).toEqual({ unreadNotificationsCount: 0 })

  const { data: changed } = await annsVibes.PATCH('/users/{id}', {
    params: { path: { id: 'ann_lee' } },
    body: { bio: 'Soup, mostly.' },
  })
  expect(changed).toMatchObject({ bio: 'Soup, mostly.' })
  const { response } = await annsVibes.DELETE('/posts/{id}', { params })
  expect(response.status).toBe(204)
  const { error } = await anonymous.GET('/posts/{id}', { params })
  expect(error).toMatchObject({ status: 404, code: 'NO_SUCH_POST' })
})

test('a client that knows schema.graphql alone does ten things', async () => {
  const [annsVibes, bensVibes] = [graphql.createVibes(url, ann), graphql.createVibes(url, ben)]
  const id = await graphql.post(annsVibes, 'Bread for everyone', 'second')
  expect(await graphql.post(annsVibes, 'Bread for everyone', 'second')).toBe(id)
  const pages = await Array.fromAsync(graphql.allTexts(graphql.createVibes(url)))
  expect(pages.flat()).toContain('Bread for everyone')

  const { search } = await annsVibes.request(documents.VibesSearchQueryDocument, { query: 'bread' })
  expect(search.nodes).toMatchObject([{ id, author: { username: 'ann_lee' } }])
  const input = { postId: id }
  const { likePost } = await bensVibes.request(documents.VibesLikePostMutationDocument, { input })
  expect(likePost).toMatchObject({ post: { likesCount: 1, isLiked: true }, userErrors: [] })
  const { sharePost } = await bensVibes.request(documents.VibesSharePostMutationDocument, { input })
  expect(sharePost.post).toMatchObject({ isShared: true })

  await bensVibes.request(documents.VibesCreatePostMutationDocument, {
    input: { content: 'With butter', inReplyToId: id },
  })
  const { node } = await bensVibes.request(documents.VibesThreadQueryDocument, { id })
  expect(node).toMatchObject({ id, replies: { nodes: [{ content: 'With butter' }] } })

  const username = 'ben_ray'
  const { user } = await annsVibes.request(documents.VibesUserQueryDocument, { username })
  expect(user).toMatchObject({ displayName: 'ben_ray', isFollowed: false })
  const { followUser } = await annsVibes.request(documents.VibesFollowUserMutationDocument, {
    input: { userId: user?.id ?? '' },
  })
  expect(followUser).toMatchObject({ user: { isFollowed: true }, userErrors: [] })

  const { viewer } = await annsVibes.request(documents.VibesNotificationsQueryDocument)
  const [first] = viewer?.notifications?.nodes ?? []
  expect(first).toMatchObject({ isRead: false, reply: { content: 'With butter' } })
  const read = await annsVibes.request(documents.VibesMarkReadMutationDocument, {
    input: { upToId: first?.id ?? '' },
  })
  expect(read.markNotificationsRead.user).toEqual({ unreadNotificationsCount: 0 })

  const deletion = { input: { postId: id } }
  const document = documents.VibesDeletePostMutationDocument
  const { deletePost } = await annsVibes.request(document, deletion)
  expect(deletePost).toEqual({ deletedPostId: id, userErrors: [] })
  const again = await annsVibes.request(document, deletion)
  expect(again.deletePost.userErrors).toMatchObject([{ reason: 'POST_NOT_FOUND' }])
})
