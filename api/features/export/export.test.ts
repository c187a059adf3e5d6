import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createLimits } from '#api/limits/rate-limits.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { A_RULE, RESOLVE } from '#api/test/people/moderation.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { photo } from '#api/test/pictures/pictures.ts'
import { testServer } from '#api/test/servers/server.ts'
import { setHidden } from '../post/post.write.ts'

const server = await testServer()
const { database, pictures } = server.services
const text = new TextDecoder()

async function exportOf(visitor: TestBrowser) {
  const response = await visitor.fetch('/api/auth/export')
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('cache-control'),
  ]).toEqual([200, 'application/zip', 'private, no-store'])
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return {
    response,
    files,
    html: text.decode(files['index.html']),
    data: JSON.parse(text.decode(files['data.json'])),
  }
}

async function post(visitor: TestBrowser, body: object): Promise<string> {
  const response = await visitor.fetch('/api/posts', { json: body })
  expect(response.status).toBe(201)
  return ((await response.json()) as { id: string }).id
}

async function upload(visitor: TestBrowser, hue: number): Promise<string> {
  return (
    (await (await visitor.upload(await photo({ hue }).png().toBuffer())).json()) as { url: string }
  ).url
}

test('the ZIP contains the data, the pictures and an HTML page', async () => {
  const [ann, bob] = [server.browser(), server.browser()]
  const account = await ann.signUp({ name: 'Ann & Co', username: 'ann' })
  await bob.signUp({ username: 'bob' })
  const [picture, avatar] = [await upload(ann, 10), await upload(ann, 200)]
  await ann.fetch(`/api/users/${account.id}`, {
    method: 'PATCH',
    json: { bio: 'Likes "tea"', avatar },
  })
  const first = await post(ann, {
    content: 'Good morning ☀️',
    imageUrl: picture,
    imageAlt: 'A <cup>',
  })
  const second = await post(ann, {
    content: 'Linked',
    videoUrl: 'https://videos.example.com/a.mp4?x="&y=1',
  })
  const liked = await post(bob, { content: 'From Bob' })
  await ann.fetch(`/api/posts/${liked}/like`, { method: 'POST' })
  await bob.fetch(`/api/posts/${first}/like`, { method: 'POST' })

  const { response, files, html, data } = await exportOf(ann)
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename=good-vibes-ann-\d{4}-\d\d-\d\d\.zip$/,
  )
  const zipPath = (url: string) => url.slice(1)
  expect(Object.keys(files).toSorted()).toEqual([
    'data.json',
    'index.html',
    ...[zipPath(picture), zipPath(avatar)].toSorted(),
  ])
  expect(Buffer.from(files[zipPath(picture)] ?? [])).toEqual(
    Buffer.from((await pictures.read(picture.slice(7, -5))) ?? []),
  )
  expect(data).toMatchObject({
    account: {
      id: account.id,
      username: 'ann',
      displayName: 'Ann & Co',
      email: account.email,
      emailVerified: false,
      twoStepSignInSince: null,
      bio: 'Likes "tea"',
      avatarFile: zipPath(avatar),
    },
    passkeys: [],
    identities: [],
    sessions: [{ device: 'An app or a script' }],
    posts: [
      { id: second, content: 'Linked', mediaType: 'VIDEO', imageFile: null },
      {
        id: first,
        content: 'Good morning ☀️',
        mediaType: 'IMAGE',
        imageFile: zipPath(picture),
        imageAlt: 'A <cup>',
        likesCount: 1,
      },
    ],
    likes: [{ postId: liked, author: 'bob' }],
  })
  expect(data.uploads.map(({ file }: { file: string }) => file).toSorted()).toEqual(
    [zipPath(picture), zipPath(avatar)].toSorted(),
  )
  expect(html).toContain('Ann &amp; Co')
  expect(html).toContain(`<img src="${zipPath(picture)}" alt="A &lt;cup&gt;"`)
  expect(html).not.toContain('From Bob')
})

test('attack 41: markup in posts is escaped on the HTML page', async () => {
  const ann = server.browser()
  await ann.signUp({ name: '<b>Ann</b>' })
  await post(ann, { content: `<script>alert(1)</script><img src=x onerror='alert(1)'>` })
  const { html } = await exportOf(ann)
  expect(html).toContain(
    '&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;',
  )
  expect(html).not.toMatch(/<script|<b>|<img/)
})

test('attack 25: an export contains no hidden posts and no credentials', async () => {
  const [ann, bob] = [server.browser(), server.browser()]
  const account = await ann.signUp()
  await bob.signUp()
  const [hidden, hiddenLike] = [
    await post(ann, { content: 'Secretly', imageUrl: await upload(ann, 90) }),
    await post(bob, { content: 'Not for long' }),
  ]
  await ann.fetch(`/api/posts/${hiddenLike}/like`, { method: 'POST' })
  for (const id of [hidden, hiddenLike]) await setHidden(server.services, uuidOf(id), true)
  const { files, data, html } = await exportOf(ann)
  expect([data.posts, data.likes, data.uploads, Object.keys(files)]).toEqual([
    [],
    [],
    [],
    ['index.html', 'data.json'],
  ])
  expect(html).toContain('No posts yet.')
  const userId = uuidOf(account.id)
  const { token } = await database.session.findFirstOrThrow({ where: { userId } })
  const { password } = await database.account.findFirstOrThrow({ where: { userId } })
  for (const secret of [token, String(password)])
    expect(JSON.stringify(data) + html).not.toContain(secret)
})

test('the export contains the outcomes of own reports, never who decided', async () => {
  const [ann, bob, judge] = [server.browser(), server.browser(), server.browser()]
  await ann.signUp()
  await bob.signUp()
  const moderator = await judge.signUp({ name: 'Cleo Judge', username: 'cleo_judge' })
  await database.user.update({
    where: { id: uuidOf(moderator.id) },
    data: { role: 'MODERATOR' },
  })
  const subjectId = await post(bob, { content: 'Buy this' })
  const report = { subjectId, reason: 'SPAM', details: 'Twice a day' }
  const { id } = await (await ann.fetch('/api/reports', { json: report })).json()
  const decision = { action: 'HIDE', rule: A_RULE, note: 'Only for us' }
  const resolved = await judge.fetch('/graphql', {
    json: { query: RESOLVE, variables: { input: { reportId: id, ...decision } } },
  })
  expect((await resolved.json()).data.resolveReport.userErrors).toEqual([])
  const { data, html } = await exportOf(ann)
  const times = { createdAt: expect.any(String), closedAt: expect.any(String) }
  expect(data.reports).toEqual([
    { id, ...report, ...times, outcome: 'HIDE', rule: 'Be kind', isReversed: false },
  ])
  for (const secret of [moderator.name, moderator.username, moderator.id, decision.note])
    expect(JSON.stringify(data) + html).not.toContain(secret)
})

test('a picture without its file is left out', async () => {
  const ann = server.browser()
  await ann.signUp()
  const url = await upload(ann, 150)
  await pictures.remove(url.slice(7, -5))
  expect(Object.keys((await exportOf(ann)).files)).toEqual(['index.html', 'data.json'])
})

test('the export contains identities at OpenID Connect providers', async () => {
  const ann = server.browser()
  const { id } = await ann.signUp()
  const userId = uuidOf(id)
  await database.account.create({
    data: { userId, providerId: 'oidc:https://id.example.org', accountId: 'subject-1' },
  })
  const { data } = await exportOf(ann)
  expect(data.identities).toEqual([
    {
      provider: 'https://id.example.org',
      subject: 'subject-1',
      createdAt: expect.any(String),
    },
  ])
})

test('more posts than one page holds are exported once each', async () => {
  const ann = server.browser()
  const { id } = await ann.signUp()
  const authorId = uuidOf(id)
  const rows = Array.from({ length: 1_001 }, (_, at) => ({
    id: server.services.ids.next(),
    authorId,
    content: `Post ${at}`,
    mediaType: 'TEXT' as const,
    createdAt: new Date(),
  }))
  await database.post.createMany({ data: rows })
  await database.like.createMany({
    data: rows.map(({ id: postId }) => ({ userId: authorId, postId })),
  })
  const { data, html } = await exportOf(ann)
  expect(data.posts.map(({ content }: { content: string }) => content)).toEqual(
    rows.map(({ content }) => content).toReversed(),
  )
  expect(new Set(data.likes.map(({ postId }: { postId: string }) => postId)).size).toBe(1_001)
  expect(html.match(/<article>/g)).toHaveLength(1_001)
})

test('an account can export five times an hour', async () => {
  const limited = await testServer({ limits: createLimits() })
  const ann = limited.browser()
  await ann.signUp()
  for (let i = 0; i < 5; i++) expect((await ann.fetch('/api/auth/export')).status).toBe(200)
  await expectProblem(await ann.fetch('/api/auth/export'), 429)
})
