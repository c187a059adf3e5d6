import { expect, test } from 'vitest'
import { oldestIdAt, toPublicId } from '#api/lib/ids.ts'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { testServer } from '#api/test/servers/server.ts'
import { Post, Posts } from './schemas.ts'

const server = await testServer()
const { database } = server.services
const { aPost, theDemoUser } = seeds(server.services)
const anonymous = server.browser()

async function member() {
  const browser = server.browser()
  const account = await browser.signUp()
  return { ...account, browser, row: { id: uuidOf(account.id) } }
}

const answer = (by: TestBrowser, inReplyToId: string, content: string, authorId?: string) =>
  by.fetch('/api/posts', { json: { content, inReplyToId, ...(authorId && { authorId }) } })
const answered = async (...args: Parameters<typeof answer>) =>
  Post.parse(await expectJson(await answer(...args), 201))
async function contentsAt(path: string) {
  const response = await anonymous.fetch(path)
  const [, next = ''] = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? []
  const posts = Posts.parse(await expectJson(response))
  return { contents: posts.map(({ content }) => content), next: next.replace(server.url, '') }
}

test('a post answers another one, and a thread is pages, oldest first', async () => {
  const [ann, ben] = [await member(), await member()]
  const { publicId: postId } = await aPost({ by: ann.row, content: 'A thread' })
  const first = await answered(ben.browser, postId, 'first')
  expect(first).toMatchObject({ isReply: true, inReplyToId: postId, repliesCount: 0 })
  expect(await answered(ann.browser, first.id, 'second')).toMatchObject({ inReplyToId: first.id })
  const thread = `/api/posts/${postId}/replies`
  const page = await contentsAt(`${thread}?limit=1`)
  expect(page.contents).toEqual(['first'])
  expect(await contentsAt(page.next)).toEqual({ contents: ['second'], next: '' })
  expect((await contentsAt(`/api/posts/${first.id}/replies`)).contents).toEqual([])
  await answered(ben.browser, postId, 'third')
  expect((await contentsAt(`/api/users/${ben.username}/replies`)).contents).toEqual([
    'third',
    'first',
  ])
  expect((await contentsAt(`/api/users/${ben.username}/posts`)).contents).toEqual([])
  expect((await contentsAt('/api/posts')).contents).not.toContain('first')
  const post = await anonymous.fetch(`/api/posts/${postId}`)
  expect(Post.parse(await expectJson(post))).toMatchObject({ isReply: false, repliesCount: 3 })
})

test('the demo user replies when the body names it', async () => {
  await theDemoUser()
  const { publicId } = await aPost({ by: (await member()).row })
  await expectProblem(await answer(anonymous, publicId, 'signed out'), 401)
  expect(await answered(anonymous, publicId, 'from the demo user', 'demo-user')).toMatchObject({
    inReplyToId: publicId,
  })
})

test('problems of replies: unknown, hidden and closed posts, and a share', async () => {
  const { browser, row } = await member()
  const [post, hidden, closed] = [
    await aPost({ by: row }),
    await aPost({ by: row, hiddenAt: new Date() }),
    await aPost({ by: row }),
  ]
  await database.post.update({ where: { id: closed.id }, data: { repliesClosedAt: new Date() } })
  for (const id of [hidden.publicId, 'post_01h455vb4pex5vsknk084sn02q'])
    await expectProblem(await answer(browser, id, 'hello?'), 404)
  for (const path of [`posts/${hidden.publicId}/replies`, 'users/no_such_user/replies'])
    await expectProblem(await anonymous.fetch(`/api/${path}`), 404)
  expect(await expectProblem(await answer(browser, closed.publicId, 'late'), 409)).toMatchObject({
    code: 'REPLIES_CLOSED',
    detail: 'The replies to this post are closed.',
  })
  const reply = await answered(browser, post.publicId, 'not shared')
  const share = await browser.fetch(`/api/posts/${reply.id}/share`, { method: 'PUT', json: {} })
  expect(await expectProblem(share, 400)).toMatchObject({ code: 'REPLY_NOT_SHARED' })
})

test('posts without an answer are listed for members', async () => {
  const { browser, row } = await member()
  const id = oldestIdAt(Date.now() - 11 * 60_000)
  const data = { id, authorId: row.id, content: 'Hello?', mediaType: 'TEXT' as const }
  await database.post.create({ data: { ...data, createdAt: new Date() } })
  const listed = async () => {
    const posts = await expectJson(await browser.fetch('/api/feed/unanswered'))
    return Posts.parse(posts).map(({ content }) => content)
  }
  expect(await listed()).toEqual(['Hello?'])
  await expectProblem(await anonymous.fetch('/api/feed/unanswered'), 401)
  await answered((await member()).browser, toPublicId('Post', id), 'Welcome')
  expect(await listed()).toEqual([])
})
