import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { setHidden } from '#api/features/post/post.write.ts'
import { MAX_UUID, NIL_UUID } from '#api/lib/ids.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { rawRequest } from '#api/test/servers/raw-request.ts'
import { testServer } from '#api/test/servers/server.ts'
import { readPages } from './sitemap.read.ts'
import { createSitemapIndex } from './sitemap-index.ts'

const { url, services, browser } = await testServer({ settings: { demoUser: false } })
const { aPost, aReply, aUser, posts, theDemoUser } = seeds(services)
const anonymous = browser()

async function locationsAt(path: string) {
  const response = await anonymous.fetch(path)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/xml; charset=utf-8',
  ])
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(response.headers.get('vary')).not.toMatch(/cookie/i)
  const { document } = new JSDOM(await response.text(), { contentType: 'application/xml' }).window
  expect(document.documentElement.namespaceURI).toBe('http://www.sitemaps.org/schemas/sitemap/0.9')
  return [...document.querySelectorAll('loc')].map(({ textContent }) => textContent)
}

test('an empty site has an empty file', async () => {
  expect(await locationsAt('/sitemap.xml')).toEqual([`${url}/sitemap/1.xml`])
  expect(await locationsAt('/sitemap/1.xml')).toEqual([])
})

test('the sitemap lists the posts and profiles that everyone sees, newest first', async () => {
  await theDemoUser()
  const ann = await aUser({ username: 'ann' })
  const post = await aPost({ by: ann })
  const hidden = await aPost({ by: ann })
  await setHidden(services, hidden.id, true)
  await aReply({ by: ann, to: post })
  expect(await locationsAt('/sitemap/1.xml')).toEqual([
    `${url}/post/${post.publicId}`,
    `${url}/profile/ann`,
  ])
})

test('other files do not exist, and HEAD has no body', async () => {
  for (const file of ['0.xml', '2.xml', '01.xml', '11.xml', '1', '1.xml.gz', '-1.xml', 'a.xml'])
    expect([file, (await anonymous.fetch(`/sitemap/${file}`)).status]).toEqual([file, 404])
  for (const path of ['/sitemap.xml', '/sitemap/1.xml', '/robots.txt']) {
    const response = await anonymous.fetch(path, { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  }
})

test.each(['/sitemap.xml', '/robots.txt'])('%s is revalidated', async (path) => {
  const { headers } = await rawRequest(url + path)
  const { etag = '' } = headers
  const again = await rawRequest(url + path, { headers: { 'if-none-match': etag } })
  expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag])
  const other = await rawRequest(url + path, { headers: { 'if-none-match': '"another"' } })
  expect([other.status, other.headers.etag]).toEqual([200, etag])
})

test('files have a bounded number of pages, and together each of the newest once', async () => {
  const author = await aUser()
  await posts(19, { by: author })
  const newest: string[] = []
  for await (const rows of readPages(services.database, { below: MAX_UUID, downTo: NIL_UUID }))
    newest.push(...rows.map(({ id }) => id))
  expect(newest.length).toBeGreaterThan(20)

  const files = await createSitemapIndex(services.database, 2)()
  expect(files).toHaveLength(10)
  const pages: string[][] = []
  for (const file of files)
    for await (const rows of readPages(services.database, file))
      pages.push(rows.map(({ id }) => id))
  expect(pages.map(({ length }) => length)).toEqual(files.map(() => 2))
  expect(pages.flat()).toEqual(newest.slice(0, 20))

  const exact = await createSitemapIndex(services.database, newest.length)()
  expect(exact).toEqual([{ below: MAX_UUID, downTo: NIL_UUID }])
})

test('batches continue where the one before ended', async () => {
  const author = await aUser()
  const data = Array.from({ length: 2_100 }, () => {
    const id = services.ids.next()
    return {
      id,
      authorId: author.id,
      content: 'Sun',
      mediaType: 'TEXT' as const,
      createdAt: new Date(),
    }
  })
  await services.database.post.createMany({ data })
  const listed = await locationsAt('/sitemap/1.xml')
  expect(listed.length).toBeGreaterThan(2_100)
  expect(new Set(listed).size).toBe(listed.length)
})

test('robots.txt leads to the sitemap, and leaves out addresses without an end', async () => {
  const response = await anonymous.fetch('/robots.txt')
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await response.text()).toBe(
    `User-agent: *\nDisallow: /api/login?\nDisallow: /explore?\nDisallow: /join/\nDisallow: /administrator/\n\nSitemap: ${url}/sitemap.xml\n`,
  )
  expect((await anonymous.fetch('/feed.atom')).headers.has('x-robots-tag')).toBe(false)
})

test('with INDEXING=off, every response says noindex, and there is no sitemap', async () => {
  const visitor = (await testServer({ settings: { indexing: false } })).browser()
  expect(await (await visitor.fetch('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n')
  for (const path of [
    '/sitemap.xml',
    '/sitemap/1.xml',
    '/',
    '/feed.atom',
    '/api/posts',
    '/media/a',
  ])
    expect([path, (await visitor.fetch(path)).headers.get('x-robots-tag')]).toEqual([
      path,
      'noindex',
    ])
  for (const path of ['/sitemap.xml', '/sitemap/1.xml'])
    expect((await visitor.fetch(path)).ok).toBe(false)
  expect((await visitor.fetch('/feed.atom')).status).toBe(200)
})
