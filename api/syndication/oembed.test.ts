import { expect, test } from 'vitest'
import { setHidden } from '#api/features/post/post.write.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { rawRequest } from '#api/test/servers/raw-request.ts'
import { testServer } from '#api/test/servers/server.ts'

const { url, services, browser } = await testServer()
const { aPost, aUser, anUpload } = seeds(services)
const anonymous = browser()
const ann = await aUser({ username: 'ann', displayName: 'Ann' })
const { id: mediaId, path: imageUrl } = await anUpload({ by: ann })
const text = await aPost({ by: ann, content: 'Plain words' })
const photo = await aPost({ by: ann, content: 'A photo', imageUrl, mediaId })
const linked = await aPost({ by: ann, content: 'A link', imageUrl: 'https://example.org/a.png' })
const pageOf = ({ publicId }: { publicId: string }) => `${url}/post/${publicId}`

async function oembed(page: string, other: Record<string, string> = {}) {
  const response = await anonymous.fetch(`/oembed?${new URLSearchParams({ url: page, ...other })}`)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const common = {
  version: '1.0',
  author_name: 'Ann (@ann)',
  author_url: `${new URL(url).origin}/profile/ann`,
  provider_name: 'Good Vibes',
  provider_url: `${url}/`,
}

test('a post without an upload, and a profile, are links', async () => {
  for (const post of [text, linked]) {
    const { status, body } = await oembed(pageOf(post))
    expect([status, body]).toEqual([
      200,
      { type: 'link', ...common, title: 'Ann (@ann)', web_page: pageOf(post) },
    ])
  }
  for (const name of ['ann', ann.publicId, '@ann', '%40Ann', '＠ann'])
    expect((await oembed(`${url}/profile/${name}`)).body).toMatchObject({
      type: 'link',
      web_page: `${url}/profile/ann`,
    })
})

test('a post with an upload is a photo in the largest size that fits', async () => {
  const sizeWith = async (other?: Record<string, string>) => {
    const { body } = await oembed(pageOf(photo), other)
    return [body.type, body.url, body.width, body.height]
  }
  const display = ['photo', `${url}${imageUrl}`, 800, 600]
  const small = ['photo', `${url}${imageUrl.replace('.webp', '-small.webp')}`, 640, 480]
  expect(await sizeWith()).toEqual(display)
  expect(await sizeWith({ maxwidth: '800', maxheight: '600', format: 'json' })).toEqual(display)
  expect(await sizeWith({ maxwidth: '799' })).toEqual(small)
  expect(await sizeWith({ maxheight: '480' })).toEqual(small)
  expect((await sizeWith({ maxwidth: '320' }))[0]).toBe('link')
})

test('nothing but posts and profiles of this host is found', async () => {
  const { publicId, id } = await aPost({ by: ann, content: 'Hidden words' })
  await setHidden(services, id, true)
  for (const page of [
    `${url}/post/${publicId}`,
    `${url}/post/post_01h455vb4pex5vsknk084sn02q`,
    `${url}/post/${text.publicId}/feed.atom`,
    `${url}/profile/nobody_here`,
    `${url}/profile/ann/followers`,
    `${url}/settings`,
    `${url}/`,
    `https://example.org/post/${text.publicId}`,
    `${url}@example.org/post/${text.publicId}`,
    `/post/${text.publicId}`,
    'javascript:alert(1)',
    '',
  ]) {
    const { status, body } = await oembed(page)
    expect([page, status, body.detail]).toEqual([
      page,
      404,
      'There is no post or profile at that address.',
    ])
    expect(JSON.stringify(body)).not.toContain('Hidden words')
  }
})

test('other formats are 501, and unreadable parameters are named', async () => {
  expect((await oembed(pageOf(text), { format: 'xml' })).status).toBe(501)
  for (const [search, field] of [
    ['', 'url'],
    ['url=a&url=b', 'url'],
    ['url[a]=b', 'url'],
    [`url=${pageOf(text)}&maxwidth=0`, 'maxwidth'],
    [`url=${pageOf(text)}&maxheight=wide`, 'maxheight'],
  ]) {
    const response = await anonymous.fetch(`/oembed?${search}`)
    expect([search, response.status]).toEqual([search, 400])
    expect((await response.json()).errors).toEqual([expect.objectContaining({ field })])
  }
})

test('responses are revalidated', async () => {
  const address = `${url}/oembed?url=${pageOf(text)}`
  const { headers } = await rawRequest(address)
  expect(headers['cache-control']).toBe('no-cache')
  const again = await rawRequest(address, { headers: { 'if-none-match': headers.etag } })
  expect([again.status, again.body]).toEqual([304, ''])
})
