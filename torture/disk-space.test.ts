import { afterAll, expect, test } from 'vitest'
import { photo } from '#api/test/pictures.ts'
import { problemOf } from '#api/test/problem.ts'
import { testServer } from '#api/test/server.ts'
import { smallDisk } from './small-disk.ts'

// Mounting takes Linux and root.
const disk = smallDisk(400)
afterAll(() => disk?.end())

test.skipIf(!disk)('attack 60: with little room uploads are refused, with less all that is new; reading and deleting go on', async () => {
  if (!disk) return
  const server = await testServer({ settings: { dataDir: disk.dataDir } })
  const ann = server.visitor()
  await ann.signUp()
  const post = () => ann.fetch('/api/posts', { json: { content: 'A good day' } })
  const bytes = new Uint8Array(await photo().png().toBuffer())
  const upload = () => {
    const body = new FormData()
    body.append('file', new Blob([bytes], { type: 'image/png' }), 'a.png')
    return ann.fetch('/api/media', { method: 'POST', body })
  }
  const query = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } userErrors { code field } } }'
  const share = () => ann.fetch('/graphql', { json: { query, variables: { input: { content: 'A good day' } } } })
  expect((await upload()).status).toBe(201)

  disk.fill(150)
  await expect.poll(async () => (await upload()).status, { timeout: 10_000 }).toBe(507)
  const made = await post()
  expect(made.status).toBe(201)
  const { id } = (await made.json()) as { id: string }

  disk.fill(50)
  await expect.poll(async () => (await post()).status, { timeout: 10_000 }).toBe(507)
  const { detail } = await problemOf(await post(), 507)
  expect(detail).toBe('There is hardly any room left here at the moment, so nothing new can be kept. Please try again later.')
  expect(await (await share()).json()).toEqual({
    data: { createPost: { post: null, userErrors: [{ code: 'OUT_OF_SPACE', field: null }] } },
  })
  expect((await ann.fetch(`/api/posts/${id}`)).status).toBe(200)
  expect((await ann.fetch(`/api/posts/${id}`, { method: 'DELETE' })).status).toBe(204)

  disk.empty()
  await expect.poll(async () => (await upload()).status, { timeout: 10_000 }).toBe(201)
  expect((await post()).status).toBe(201)
})
