import { JSDOM } from 'jsdom'
import { afterEach, expect, test, vi } from 'vitest'
import { setHidden } from '#api/features/post/post.write.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { rawRequest } from '#api/test/servers/raw-request.ts'
import { testServer } from '#api/test/servers/server.ts'

afterEach(() => void vi.useRealTimers())

const { url, services, browser } = await testServer()
const { aPost, aReply, aUser, anUpload } = seeds(services)
const anonymous = browser()

const HOSTILE =
  'Tom & Ann <script>alert("1")</script> ]]> &amp;\n\n\u202eRTL שלום 👩‍👩‍👧‍👦 \ufffe\uffff'
const ann = await aUser({ username: 'ann', displayName: 'Ann & <Co> ]]>' })
const ben = await aUser({ username: 'ben' })
const upload = await anUpload({ by: ann })

async function xmlAt(path: string, visitor: TestBrowser = anonymous) {
  const response = await visitor.fetch(path)
  const text = await response.text()
  expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  // Throws for anything but well-formed XML.
  const { document } = new JSDOM(text, { contentType: 'application/xml' }).window
  return {
    response,
    text,
    document,
    all: (selector: string) => [...document.querySelectorAll(selector)],
  }
}

async function jsonAt(path: string, visitor: TestBrowser = anonymous) {
  const response = await visitor.fetch(path)
  expect(response.headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
  return (await response.json()) as Record<string, unknown> & { items: Record<string, unknown>[] }
}

const contents = async (path: string, visitor?: TestBrowser) =>
  (await jsonAt(path, visitor)).items.map((item) => item.content_text)

test('an empty feed is valid', async () => {
  const { all } = await xmlAt('/feed.atom')
  expect(all('feed > id, feed > title, feed > updated')).toHaveLength(3)
  expect(all('entry')).toEqual([])
  expect(await contents('/feed.json')).toEqual([])
})

test('the Atom feed has what readers need, with the media of posts as enclosures', async () => {
  const image = { imageUrl: upload.path, imageAlt: 'A "jar" & a spoon', mediaId: upload.id }
  const post = await aPost({ by: ann, content: 'Plum jam\nfor everyone', ...image })
  const video = await aPost({ by: ben, videoUrl: 'https://example.org/cat.mp4?a=1&b=2' })
  await aPost({ by: ben, videoUrl: 'https://video.example.org/watch?v=1' })
  const { all } = await xmlAt('/feed.atom')
  const [page, cat, jam] = all('entry')
  const text = (element: Element | undefined, name: string) =>
    element?.querySelector(name)?.textContent
  expect(text(jam, 'id')).toBe(`${url}/post/${post.publicId}`)
  expect(text(jam, 'title')).toBe('Plum jam')
  expect(text(jam, 'published')).toBe(post.createdAt.toISOString())
  expect(text(jam, 'updated')).toBe(post.createdAt.toISOString())
  expect(text(jam, 'author > name')).toBe('Ann & <Co> ]]>')
  expect(text(jam, 'author > uri')).toBe(`${url}/profile/ann`)
  expect(jam?.querySelector('content')?.getAttribute('type')).toBe('html')
  expect(text(jam, 'content')).toBe(
    `<p dir="auto">Plum jam<br>for everyone</p><p><img src="${url}${upload.path}" alt="A &quot;jar&quot; &amp; a spoon"></p>`,
  )
  const enclosureOf = (entry: Element | undefined) => {
    const link = entry?.querySelector('link[rel=enclosure]')
    return link && [link.getAttribute('href'), link.getAttribute('type')]
  }
  expect(enclosureOf(jam)).toEqual([`${url}${upload.path}`, 'image/webp'])
  expect(enclosureOf(cat)).toEqual([video.videoUrl, 'video/mp4'])
  expect(enclosureOf(page)).toBe(null)
  expect(
    all('feed > link').map((link) => [link.getAttribute('rel'), link.getAttribute('href')]),
  ).toEqual([
    ['self', `${url}/feed.atom`],
    ['alternate', `${url}/`],
  ])
})

test('the JSON Feed has what readers need, with the media of posts as attachments', async () => {
  const feed = await jsonAt('/profile/ann/feed.json')
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Ann & <Co> ]]> (@ann) · Good Vibes',
    home_page_url: `${url}/profile/ann`,
    feed_url: `${url}/profile/ann/feed.json`,
    authors: [{ name: 'Ann & <Co> ]]>', url: `${url}/profile/ann` }],
  })
  expect(feed.items).toEqual([
    {
      id: expect.stringContaining(`${url}/post/post_`),
      url: feed.items[0]?.id,
      content_text: 'Plum jam\nfor everyone',
      content_html: expect.stringContaining('<p dir="auto">Plum jam<br>for everyone</p>'),
      date_published: expect.stringMatching(/^\d{4}-.*Z$/),
      authors: [{ name: 'Ann & <Co> ]]>', url: `${url}/profile/ann` }],
      image: `${url}${upload.path}`,
      attachments: [
        { url: `${url}${upload.path}`, mime_type: 'image/webp', title: 'A "jar" & a spoon' },
      ],
    },
  ])
})

test('no text breaks the XML or becomes markup', async () => {
  await aPost({ by: ann, content: HOSTILE })
  for (const path of ['/feed.atom', '/profile/ann/feed.atom']) {
    const { all } = await xmlAt(path)
    const [entry] = all('entry')
    expect(entry?.querySelector('title')?.textContent).toBe(
      'Tom & Ann <script>alert("1")</script> ]]> &amp;',
    )
    const { document } = new JSDOM(entry?.querySelector('content')?.textContent ?? '').window
    expect(document.querySelectorAll('script')).toHaveLength(0)
    expect(document.body.textContent).toBe(
      HOSTILE.replace('\n\n', '').replace(/[\ufffe\uffff]/g, ''),
    )
  }
  expect((await contents('/feed.json'))[0]).toBe(HOSTILE)
})

test('feeds leave out replies and hidden posts, and have at most 50 posts', async () => {
  const post = await aPost({ by: ben, content: 'Hidden later' })
  await aReply({ by: ann, to: post, content: 'A reply' })
  expect(await contents('/profile/ben/feed.json')).toContain('Hidden later')
  await setHidden(services, post.id, true)
  for (const path of ['/feed.json', '/profile/ben/feed.json', '/profile/ann/feed.json'])
    expect((await contents(path)).join()).not.toMatch(/Hidden later|A reply/)
  for (let count = 0; count < 51; count++) await aPost({ by: ben, content: `Post ${count}` })
  expect(await contents('/feed.json')).toHaveLength(50)
  expect(await contents('/profile/ben/feed.json')).toHaveLength(50)
})

test('feeds are the same for everyone: a block has no effect on them', async () => {
  const [carl, dora] = [browser(), browser()]
  const { id: doraId } = await dora.signUp({ username: 'dora' })
  await carl.signUp()
  const post = await (await dora.fetch('/api/posts', { json: { content: 'By Dora' } })).json()
  expect(await contents('/feed.json', carl)).toContain('By Dora')
  await carl.fetch(`/api/users/${doraId}/block`, { method: 'PUT', json: {} })
  for (const path of ['/feed.json', '/profile/dora/feed.json'])
    expect(await contents(path, carl)).toContain('By Dora')
  const { headers } = await carl.fetch('/feed.atom')
  expect(headers.get('cache-control')).toBe('no-cache')
  await dora.fetch(`/api/posts/${post.id}`, { method: 'DELETE', json: {} })
  expect(await contents('/feed.json')).not.toContain('By Dora')
})

test.each(['/feed.atom', '/feed.json', '/profile/ann/feed.atom', '/profile/ann/feed.json'])(
  '%s is revalidated: 304 until a post comes or goes',
  async (path) => {
    // Of two files in one second, only the first has its time.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2_000 })
    const get = (headers: Record<string, string> = {}, method = 'GET') =>
      rawRequest(url + path, { method, headers })
    const first = await get()
    const { etag = '', 'last-modified': modified = '', 'cache-control': caching } = first.headers
    expect([first.status, caching]).toEqual([200, 'no-cache'])
    for (const condition of [{ 'if-none-match': etag }, { 'if-modified-since': modified }]) {
      const again = await get(condition)
      expect([again.status, again.body]).toEqual([304, ''])
      expect(again.headers.etag).toBe(etag)
    }
    const since = { 'if-modified-since': modified }
    // An ETag that differs counts, whatever the time says.
    expect((await get({ ...since, 'if-none-match': '"another"' })).status).toBe(200)
    const earlier = { 'if-modified-since': new Date(Date.parse(modified) - 1_000).toUTCString() }
    expect((await get(earlier)).status).toBe(200)
    const head = await get({}, 'HEAD')
    expect([head.status, head.body, head.headers.etag]).toEqual([200, '', etag])

    const post = await aPost({ by: ann, content: 'A new one' })
    const next = await get({ 'if-none-match': etag })
    expect(next.status).toBe(200)
    expect(next.body).toContain('A new one')
    await setHidden(services, post.id, true)
    const last = await get({ 'if-none-match': String(next.headers.etag) })
    expect([last.status, last.body.includes('A new one')]).toEqual([200, false])
    expect((await get({ 'if-none-match': etag })).status).toBe(304)
  },
)

test('a time of another process does not prove a copy: it may show a post that is gone', async () => {
  const { url: otherUrl } = await testServer({ database: services.database })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  await rawRequest(`${otherUrl}/feed.json`)
  vi.setSystemTime(Date.now() + 10_000)
  const post = await aPost({ by: ben, content: 'Gone soon' })
  const copy = await rawRequest(`${url}/feed.json`)
  expect(copy.body).toContain('Gone soon')
  await setHidden(services, post.id, true)
  const headers = { 'if-modified-since': copy.headers['last-modified'] ?? '' }
  const again = await rawRequest(`${otherUrl}/feed.json`, { headers })
  expect([again.status, again.body.includes('Gone soon')]).toEqual([200, false])
})

test('likes do not change a feed', async () => {
  const etag = async () => (await anonymous.fetch('/feed.atom')).headers.get('etag')
  const before = await etag()
  const visitor = browser()
  await visitor.signUp()
  const [newest] = await (await anonymous.fetch('/api/posts')).json()
  await visitor.fetch(`/api/posts/${newest.id}/like`, { json: {} })
  expect(await etag()).toBe(before)
})

test('a profile is found by id and username, and the feed of another one is a clear 404', async () => {
  const byId = await jsonAt(`/profile/${ann.publicId}/feed.json`)
  expect(byId.feed_url).toBe(`${url}/profile/ann/feed.json`)
  for (const name of [
    'nobody_here',
    'user_01h455vb4pex5vsknk084sn02q',
    'post_1',
    '%3Cb%3E',
    'a.b',
    ' ',
  ]) {
    const response = await anonymous.fetch(`/profile/${encodeURIComponent(name)}/feed.atom`)
    expect([name, response.status, response.headers.get('content-type')]).toEqual([
      name,
      404,
      'application/problem+json; charset=utf-8',
    ])
    expect(await response.json()).toMatchObject({ detail: 'User not found' })
  }
  await expectProblem(await anonymous.fetch('/profile/%E0%A4%A/feed.atom'), 404)
  expect((await anonymous.fetch('/feed.rss')).status).not.toBe(200)
})

test('parameters of the address change nothing, and only GET and HEAD are served', async () => {
  const plain = await (await anonymous.fetch('/feed.atom')).text()
  for (const search of [
    '?',
    '?first=-1',
    '?url=%3Cscript%3E',
    '?a[b]=c&a[b]=d',
    '?%E0%A4%A',
    '?feed=following',
  ])
    expect(await (await anonymous.fetch(`/feed.atom${search}`)).text()).toBe(plain)
  const { status, headers } = await anonymous.fetch('/feed.atom', { json: {} })
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})
