import { JSDOM } from 'jsdom'
import ogs from 'open-graph-scraper'
import { unfurl } from 'unfurl.js'
import { expect, test } from 'vitest'
import { setHidden } from '#api/features/post/post.write.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { builtClient } from '#api/test/servers/built-client.ts'
import { clientFiles } from '#api/test/servers/client-files.ts'
import { testServer } from '#api/test/servers/server.ts'

const { url, services, browser } = await testServer({ client: builtClient(clientFiles) })
const { aPost, aReply, aUser, anUpload } = seeds(services)
const anonymous = browser()
const HOSTILE = `"><script>alert(1)</script></title> & 'quotes' \u2028 שלום 👩‍👩‍👧‍👦`

/** The library's default settings, but for a host without a top-level domain. */
const ANY_HOST = {
  allow_fragments: true,
  allow_protocol_relative_urls: false,
  allow_query_components: true,
  allow_trailing_dot: false,
  allow_underscores: false,
  protocols: ['http', 'https'],
  require_host: true,
  require_port: false,
  require_protocol: false,
  require_tld: false,
  require_valid_protocol: true,
  validate_length: true,
}

const ann = await aUser({
  username: 'ann',
  displayName: 'Ann',
  bio: 'Jam & bread',
  avatar: 'https://example.org/ann.png',
})
const { id: mediaId, path: imageUrl } = await anUpload({ by: ann })
const photo = await aPost({
  by: ann,
  content: 'Plum jam\nfor everyone',
  imageUrl,
  mediaId,
  imageAlt: 'A jar',
})
const plain = await aPost({ by: ann, content: 'Only words' })

async function headOf(path: string, visitor: TestBrowser = anonymous) {
  const response = await visitor.fetch(path)
  const html = await response.text()
  const { document } = new JSDOM(html).window
  const attributeOf = (selector: string, attribute: string) =>
    document.querySelector(selector)?.getAttribute(attribute) ?? null
  return {
    status: response.status,
    html,
    document,
    meta: (name: string) =>
      attributeOf(`meta[property="${name}"], meta[name="${name}"]`, 'content'),
    link: (rel: string, type?: string) =>
      attributeOf(`link[rel="${rel}"]${type ? `[type="${type}"]` : ''}`, 'href'),
    jsonLd: () =>
      JSON.parse(
        document.querySelector('script[type="application/ld+json"]')?.textContent ?? 'null',
      ),
  }
}

test('a post says what it is to other sites', async () => {
  const page = `${url}/post/${photo.publicId}`
  const { document, meta, link, jsonLd } = await headOf(`/post/${photo.publicId}?utm_source=x`)
  expect(document.title).toBe('Ann: Plum jam · Good Vibes')
  expect(document.querySelectorAll('title, meta[name=description]')).toHaveLength(2)
  expect(link('canonical')).toBe(page)
  expect(meta('description')).toBe('Plum jam\nfor everyone')
  expect(meta('og:title')).toBe('Ann (@ann)')
  expect(meta('og:url')).toBe(page)
  expect(meta('og:type')).toBe('article')
  expect([meta('og:image'), meta('og:image:width'), meta('og:image:alt')]).toEqual([
    `${url}${imageUrl}`,
    '800',
    'A jar',
  ])
  expect(meta('twitter:card')).toBe('summary_large_image')
  expect(link('alternate', 'application/atom+xml')).toBe(`${url}/profile/ann/feed.atom`)
  expect(link('alternate', 'application/feed+json')).toBe(`${url}/profile/ann/feed.json`)
  expect(jsonLd()).toMatchObject({
    '@type': 'SocialMediaPosting',
    url: page,
    articleBody: 'Plum jam\nfor everyone',
    datePublished: photo.createdAt.toISOString(),
    author: { '@type': 'Person', name: 'Ann', url: `${url}/profile/ann` },
    image: `${url}${imageUrl}`,
  })
})

test('a profile says who it is of, at one canonical address', async () => {
  for (const name of ['ann', 'ANN', ann.publicId]) {
    const { document, meta, link, jsonLd } = await headOf(`/profile/${name}?tab=replies`)
    expect(document.title).toBe('Ann (@ann) · Good Vibes')
    expect(link('canonical')).toBe(`${url}/profile/ann`)
    expect([meta('og:type'), meta('og:description'), meta('og:image')]).toEqual([
      'profile',
      'Jam & bread',
      'https://example.org/ann.png',
    ])
    expect(meta('twitter:card')).toBe('summary')
    expect(link('alternate', 'application/atom+xml')).toBe(`${url}/profile/ann/feed.atom`)
    expect(jsonLd()).toMatchObject({
      '@type': 'ProfilePage',
      mainEntity: {
        '@type': 'Person',
        name: 'Ann',
        alternateName: '@ann',
        description: 'Jam & bread',
      },
    })
  }
})

test('the site says what it is, to visitors and members, with the feeds of everyone', async () => {
  const member = browser()
  await member.signUp()
  for (const visitor of [anonymous, member]) {
    const { meta, link, document } = await headOf('/', visitor)
    expect(document.querySelectorAll('title')).toHaveLength(1)
    expect([link('canonical'), meta('og:type')]).toEqual([`${url}/`, 'website'])
    expect(link('alternate', 'application/atom+xml')).toBe(`${url}/feed.atom`)
    expect(link('alternate', 'application/feed+json')).toBe(`${url}/feed.json`)
  }
  const { link, meta } = await headOf('/explore')
  expect([link('canonical'), meta('og:title')]).toEqual([null, null])
})

test('no text leaves its attribute or element', async () => {
  const eve = await aUser({ username: 'eve', displayName: HOSTILE.slice(0, 50), bio: HOSTILE })
  const post = await aPost({ by: eve, content: HOSTILE })
  for (const path of [`/post/${post.publicId}`, '/profile/eve']) {
    const { document, meta, jsonLd } = await headOf(path)
    const scripts = [...document.querySelectorAll('script')].map((script) => script.type)
    expect(scripts.toSorted()).toEqual(['application/json', 'application/ld+json'])
    expect(meta('og:description')).toBe(HOSTILE)
    expect(JSON.stringify(jsonLd())).toContain('<script>alert(1)</script>')
  }
})

test('hidden, deleted and unknown posts and people say nothing', async () => {
  const hidden = await aPost({ by: ann, content: 'Hidden words' })
  await setHidden(services, hidden.id, true)
  const deleted = await aPost({ by: ann, content: 'Deleted words' })
  await services.database.post.delete({ where: { id: deleted.id } })
  for (const path of [
    `/post/${hidden.publicId}`,
    `/post/${deleted.publicId}`,
    '/post/post_01h455vb4pex5vsknk084sn02q',
    '/post/nothing',
    '/profile/nobody_here',
  ]) {
    const { status, html, meta, link } = await headOf(path)
    expect([path, status, meta('og:title'), link('canonical')]).toEqual([path, 404, null, null])
    expect(html).not.toMatch(/Hidden words|Deleted words/)
  }
})

test('a reply has a page of its own', async () => {
  const reply = await aReply({ by: ann, to: plain, content: 'Thank you' })
  const { meta } = await headOf(`/post/${reply.publicId}`)
  expect(meta('og:description')).toBe('Thank you')
})

test('a shared link unfurls with open-graph-scraper', async () => {
  const { result } = await ogs({
    url: `${url}/post/${photo.publicId}`,
    urlValidatorSettings: ANY_HOST,
  })
  expect(result).toMatchObject({
    ogTitle: 'Ann (@ann)',
    ogDescription: 'Plum jam\nfor everyone',
    ogUrl: `${url}/post/${photo.publicId}`,
    ogImage: [{ url: `${url}${imageUrl}`, width: '800', height: '600', alt: 'A jar' }],
    twitterCard: 'summary_large_image',
  })
})

test('a shared link unfurls with unfurl.js, which also reads its oEmbed response', async () => {
  const post = await unfurl(`${url}/post/${photo.publicId}`)
  expect(post).toMatchObject({
    canonical_url: `${url}/post/${photo.publicId}`,
    open_graph: { title: 'Ann (@ann)', type: 'article' },
    twitter_card: { card: 'summary_large_image' },
    oEmbed: { type: 'photo', width: 800, height: 600 },
  })
  expect(await unfurl(`${url}/profile/ann`)).toMatchObject({
    title: 'Ann (@ann) · Good Vibes',
    oEmbed: { type: 'link', author_name: 'Ann (@ann)' },
  })
})
