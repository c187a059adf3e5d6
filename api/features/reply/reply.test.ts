import { expect, test } from 'vitest'
import { type ReplyTarget, replyCalls } from '#api/test/people/replies.ts'
import { applyLimits } from '#api/test/servers/apply-limits.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { reasons } from '#rules/reasons.ts'

const api = await testApi()
const { as, asDemoUser, anonymous, aUser, aPost, aReply, anUpload, theDemoUser, services } = api
const { database } = services

const CLOSE = /* GraphQL */ `
  mutation ($postId: ID!, $closed: Boolean!) {
    setRepliesClosed(input: { postId: $postId, closed: $closed }) {
      post { repliesClosed } userErrors { code reason }
    }
  }`
const [ada, ben] = [await aUser(), await aUser()]
const { answer, reply, thread, contents, remove } = replyCalls(api, { by: ben, to: ada })

test('replies form one level below a post, oldest first, and name the answered post', async () => {
  const post = await aPost({ by: ada })
  const first = await reply(post, 'first')
  const second = await reply(first, 'second', as(ada))
  expect(first).toMatchObject({
    isReply: true,
    threadRoot: { id: post.publicId },
    inReplyTo: { id: post.publicId },
  })
  expect(second).toMatchObject({ threadRoot: { id: post.publicId }, inReplyTo: { id: first.id } })
  expect(await thread(post)).toMatchObject({
    repliesCount: 2,
    repliesClosed: false,
    replies: { nodes: [{ content: 'first' }, { content: 'second' }] },
  })
  expect(await thread(first)).toMatchObject({ repliesCount: 0, replies: { nodes: [] } })
  const ROOT = 'query ($id: ID!) { node(id: $id) { ... on Post { threadRoot { id } } } }'
  for (const { publicId } of [post, second])
    expect((await anonymous.data(ROOT, { id: publicId })).node).toEqual({
      threadRoot: { id: post.publicId },
    })
})

test('a thread is pages in both directions', async () => {
  const post = await aPost({ by: ada })
  for (const content of ['1', '2', '3', '4', '5']) await reply(post, content)
  const { replies: head } = await thread(post, { first: 2 })
  expect(contents(head)).toEqual(['1', '2'])
  expect(head.pageInfo.hasNextPage).toBe(true)
  const { replies: middle } = await thread(post, { first: 2, after: head.pageInfo.endCursor })
  expect(contents(middle)).toEqual(['3', '4'])
  const { replies: tail } = await thread(post, { last: 2 })
  expect(contents(tail)).toEqual(['4', '5'])
  const { replies: before } = await thread(post, { last: 9, before: middle.pageInfo.startCursor })
  expect(contents(before)).toEqual(['1', '2'])
})

test('replies stay out of feeds, profiles and searches, and have a list of their own', async () => {
  const post = await aPost({ by: ada })
  const author = await aUser({ username: 'only_answers' })
  await reply(post, 'peppermint answer', as(author))
  const LISTS = /* GraphQL */ `
    query ($id: ID!) {
      feed(first: 100) { nodes { content } }
      search(query: "peppermint answer") { nodes { content } }
      byName: search(query: "only_answers") { nodes { content } }
      user(id: $id) { posts { nodes { content } } replies { nodes { content } } }
    }`
  const data = await anonymous.data(LISTS, { id: author.publicId })
  expect(contents(data.feed)).not.toContain('peppermint answer')
  expect(data.search.nodes).toEqual([])
  expect(data.byName.nodes).toEqual([])
  expect(data.user).toEqual({
    posts: { nodes: [] },
    replies: { nodes: [{ content: 'peppermint answer' }] },
  })
  const FOLLOWING = '{ feed(scope: FOLLOWING) { nodes { content } } }'
  expect(contents((await as(author).data(FOLLOWING)).feed)).toEqual([])
})

test('a reply is liked like a post, but not shared', async () => {
  const answered = await reply(await aPost({ by: ada }), 'likeable')
  const LIKE = 'mutation ($id: ID!) { likePost(input: { postId: $id }) { post { likesCount } } }'
  expect(await as(ada).data(LIKE, { id: answered.id })).toEqual({
    likePost: { post: { likesCount: 1 } },
  })
  const SHARE = /* GraphQL */ `
    mutation ($id: ID!) { sharePost(input: { postId: $id }) { post { id } userErrors { code reason } } }`
  expect(await as(ada).data(SHARE, { id: answered.id })).toEqual({
    sharePost: {
      post: null,
      userErrors: [{ code: 'BAD_INPUT', reason: 'REPLY_NOT_SHARED' }],
    },
  })
})

test('a reply has a picture like a post', async () => {
  const { path: imageUrl } = await anUpload({ by: ben })
  const media = { imageUrl, imageAlt: 'A cup of tea' }
  const { post } = await answer(await aPost({ by: ada }), 'with a picture', as(ben), media)
  const MEDIA = /* GraphQL */ `
    query ($id: ID!) { node(id: $id) { ... on Post { mediaType imageUrl image { alt } } } }`
  expect((await anonymous.data(MEDIA, { id: post.id })).node).toEqual({
    mediaType: 'IMAGE',
    imageUrl,
    image: { alt: 'A cup of tea' },
  })
})

test('authors and moderators learn that they may close a thread, of which a reply has none', async () => {
  const post = await aPost({ by: ada })
  const first = await reply(post, 'has no thread')
  const MAY = 'query ($id: ID!) { node(id: $id) { ... on Post { viewerCanCloseReplies } } }'
  const may = async (caller: typeof anonymous, { publicId: id }: ReplyTarget = post) =>
    (await caller.data(MAY, { id })).node.viewerCanCloseReplies
  const moderator = as({ ...ben, role: 'MODERATOR' })
  expect([await may(as(ada)), await may(moderator)]).toEqual([true, true])
  expect([await may(as(ben)), await may(anonymous)]).toEqual([false, false])
  for (const caller of [as(ada), as(ben), moderator]) expect(await may(caller, first)).toBe(false)
})

test('only the author and moderators close a thread, and a closed one takes no replies', async () => {
  const post = await aPost({ by: ada })
  const first = await reply(post, 'in time')
  const close = async (caller: typeof anonymous, closed = true, to: ReplyTarget = post) =>
    (await caller.data(CLOSE, { postId: to.publicId, closed })).setRepliesClosed
  expect(await close(as(ben))).toEqual({
    post: null,
    userErrors: [{ code: 'FORBIDDEN', reason: 'REPLIES_NOT_YOURS' }],
  })
  expect((await close(anonymous)).userErrors).toMatchObject([{ code: 'UNAUTHENTICATED' }])
  for (let attempt = 1; attempt <= 2; attempt++)
    expect(await close(as(ada))).toEqual({ post: { repliesClosed: true }, userErrors: [] })
  for (const to of [post, first])
    expect((await answer(to, 'too late')).userErrors).toEqual([
      { code: 'CONFLICT', reason: 'REPLIES_CLOSED', field: 'inReplyToId' },
    ])
  expect(await close(as({ ...ben, role: 'MODERATOR' }), false)).toMatchObject({
    post: { repliesClosed: false },
  })
  expect((await answer(post, 'open again')).userErrors).toEqual([])
  expect((await close(as(ben), true, first)).userErrors).toMatchObject([
    { code: 'BAD_INPUT', reason: 'REPLY_HAS_NO_THREAD' },
  ])
})

test('missing, hidden and blocked posts are not answered', async () => {
  const hidden = await aPost({ by: ada, hiddenAt: new Date() })
  const blocker = await aUser()
  const ofBlocker = await aPost({ by: blocker })
  const BLOCK = 'mutation ($id: ID!) { blockUser(input: { userId: $id }) { user { id } } }'
  await as(blocker).data(BLOCK, { id: ben.publicId })
  const unknown = { publicId: 'post_01h455vb4pex5vsknk084sn02q' }
  for (const to of [hidden, ofBlocker, unknown, ada, { publicId: 'nonsense' }])
    expect((await answer(to, 'hello?')).userErrors).toEqual([
      { code: 'NOT_FOUND', reason: 'POST_NOT_FOUND', field: 'inReplyToId' },
    ])
  expect((await answer(ofBlocker, 'hello?', anonymous)).userErrors).toMatchObject([
    { code: 'UNAUTHENTICATED' },
  ])
})

test('threads leave out muted people, hidden replies and blocked people; the number stays', async () => {
  const post = await aPost({ by: ada })
  const [muted, blocked] = [await aUser(), await aUser()]
  await reply(post, 'by a muted person', as(muted))
  await reply(post, 'by a blocked person', as(blocked))
  const hidden = await reply(post, 'hidden by a moderator')
  const kept = await reply(post, 'kept')
  await database.post.updateMany({
    where: { content: 'hidden by a moderator' },
    data: { hiddenAt: new Date() },
  })
  const reader = await aUser()
  const HIDE = /* GraphQL */ `
    mutation ($muted: ID!, $blocked: ID!) {
      muteUser(input: { userId: $muted }) { user { id } }
      blockUser(input: { userId: $blocked }) { user { id } }
    }`
  await as(reader).data(HIDE, { muted: muted.publicId, blocked: blocked.publicId })
  const seen = await thread(post, {}, as(await readerOf(reader.id)))
  expect(contents(seen.replies)).toEqual(['kept'])
  expect(seen.repliesCount).toBe(4)
  expect(contents((await thread(post)).replies)).toHaveLength(3)
  for (const { id } of [hidden])
    expect(
      (await anonymous.data('query ($id: ID!) { node(id: $id) { id } }', { id })).node,
    ).toBeNull()
  expect(kept.id).toMatch(/^post_/)
})

/** A viewer with the visibility version that the session lookup would return. */
async function readerOf(id: string) {
  const { visibilityVersion } = await database.user.findUniqueOrThrow({ where: { id } })
  return { id, visibilityVersion }
}

test('deleting a post deletes its thread; deleting a reply deletes it alone', async () => {
  const post = await aPost({ by: ada })
  const first = await reply(post, 'first')
  const second = await reply(first, 'answers the first', as(ada))
  await remove(first, as(ben))
  expect(await thread(post)).toMatchObject({
    repliesCount: 1,
    replies: { nodes: [{ id: second.id, inReplyTo: null }] },
  })
  const { id: rootId } = post
  await database.post.createMany({
    data: Array.from({ length: 1_200 }, () => {
      const id = services.ids.next()
      const reply = { isReply: true, threadRootId: rootId, inReplyToId: rootId }
      return {
        id,
        authorId: ben.id,
        content: 'x',
        mediaType: 'TEXT',
        createdAt: new Date(),
        ...reply,
      }
    }),
  })
  expect(await thread(post)).toMatchObject({ repliesCount: 1_201 })
  expect((await remove(post)).deletePost.userErrors).toEqual([])
  expect(await database.post.count({ where: { threadRootId: rootId } })).toBe(0)
})

test('deleting a post removes the pictures of its replies at once', async () => {
  const post = await aPost({ by: ada })
  const picture = await anUpload({ by: ben })
  const { id } = await aReply({ to: post, by: ben })
  await database.post.update({
    where: { id },
    data: { mediaId: picture.id, imageUrl: picture.path, mediaType: 'IMAGE' },
  })
  await remove(post)
  expect(await database.media.count({ where: { id: picture.id } })).toBe(0)
})

test('a repeated request for a reply that is deleted meanwhile answers a reply', async () => {
  const post = await aPost({ by: ada })
  const key = { clientKey: 'deleted-reply' }
  const { post: first } = await answer(post, 'short-lived', as(ben), key)
  await remove({ publicId: first.id }, as(ben))
  expect((await answer(post, 'short-lived', as(ben), key)).post).toMatchObject({
    isReply: true,
    threadRoot: { id: post.publicId },
  })
})

test('an idempotency key belongs to one answered post', async () => {
  const [post, other] = [await aPost({ by: ada }), await aPost({ by: ada })]
  const key = { clientKey: 'answer-1' }
  const { post: first } = await answer(post, 'same words', as(ben), key)
  expect((await answer(post, 'same words', as(ben), key)).post).toEqual(first)
  expect((await answer(other, 'same words', as(ben), key)).userErrors).toMatchObject([
    { code: 'CONFLICT', reason: 'IDEMPOTENCY_KEY_REUSED' },
  ])
})

test('replies count as posts in the limit, and the demo user can reply', async () => {
  await theDemoUser()
  const post = await aPost({ by: ada })
  expect((await answer(post, 'from the demo user', asDemoUser())).userErrors).toEqual([])
  applyLimits(services)
  const codes = []
  for (let number = 1; number <= 11; number++)
    codes.push((await answer(post, `${number}`, as(ada))).userErrors[0]?.code)
  expect(codes.indexOf('RATE_LIMITED')).toBe(10)
})

test('the reasons have texts', () => {
  for (const reason of ['REPLIES_CLOSED', 'REPLIES_NOT_YOURS', 'REPLY_NOT_SHARED'] as const)
    expect(reasons[reason]).toMatch(/\.$/)
})
