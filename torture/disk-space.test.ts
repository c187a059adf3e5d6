import { chownSync, mkdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { photo } from '#api/test/pictures/pictures.ts'
import { testServer } from '#api/test/servers/server.ts'
import { smallDisk } from './small-disk.ts'

// Mounting needs Linux and root.
const disk = smallDisk(400)
afterAll(() => disk?.unmount())

test.skipIf(!disk)(
  'attack 60: uploads are refused when space is low, all writes that add data when it is lower; reading and deleting continue',
  async () => {
    if (!disk) return
    const server = await testServer({ settings: { dataDir: disk.dataDir } })
    const ann = server.browser()
    await ann.signUp()
    const post = () => ann.fetch('/api/posts', { json: { content: 'A good day' } })
    const bytes = await photo().png().toBuffer()
    const upload = () => ann.upload(bytes)
    const query =
      'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } userErrors { code field } } }'
    const share = () =>
      ann.fetch('/graphql', { json: { query, variables: { input: { content: 'A good day' } } } })
    expect((await upload()).status).toBe(201)

    disk.fill(150)
    await expect.poll(async () => (await upload()).status).toBe(507)
    const made = await post()
    expect(made.status).toBe(201)
    const { id } = (await made.json()) as { id: string }

    disk.fill(50)
    await expect.poll(async () => (await post()).status).toBe(507)
    const { detail } = await expectProblem(await post(), 507)
    expect(detail).toBe(
      'We’re almost out of storage space, so we can’t save anything new. Please try again later.',
    )
    expect(await (await share()).json()).toEqual({
      data: { createPost: { post: null, userErrors: [{ code: 'OUT_OF_SPACE', field: null }] } },
    })
    expect((await ann.fetch(`/api/posts/${id}`)).status).toBe(200)
    expect((await ann.fetch(`/api/posts/${id}`, { method: 'DELETE' })).status).toBe(204)

    disk.empty()
    await expect.poll(async () => (await upload()).status).toBe(201)
    expect((await post()).status).toBe(201)
  },
)

test.skipIf(!disk)(
  'attack 60: a write gets 507 when the disk of the database is full; reading continues, and writes work once space is freed',
  async () => {
    if (!disk) return
    const server = await testServer()
    const { database } = server.services
    const ann = server.browser()
    await ann.signUp()
    const post = () => ann.fetch('/api/posts', { json: { content: 'A good day' } })
    expect((await post()).status).toBe(201)

    // Only the posts move to the small disk, so the database keeps running.
    const folder = path.join(disk.dataDir, 'posts')
    mkdirSync(folder)
    const [backend] = await database.$queryRaw<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`
    chownSync(folder, statSync(`/proc/${backend.pid}`).uid, -1)
    const run = (statement: string) => database.$executeRawUnsafe(statement)
    await run(`CREATE TABLESPACE small_disk LOCATION '${folder}'`)
    try {
      await run('ALTER TABLE "Post" SET TABLESPACE small_disk')
      disk.fill(0)
      // Fills the free space in the pages of the table.
      const copy = `INSERT INTO "Post" SELECT (jsonb_populate_record("Post", jsonb_build_object('id', gen_random_uuid(), 'clientKey', null))).*
      FROM "Post", generate_series(1, 200)`
      await expect(run(copy)).rejects.toThrow('53100')
      const { detail } = await expectProblem(await post(), 507)
      expect(detail).toBe(
        'We’re almost out of storage space, so we can’t save anything new. Please try again later.',
      )
      const posts = await ann.fetch('/api/posts')
      expect([posts.status, (await posts.json()).length]).toEqual([200, 1])
      disk.empty()
      expect((await post()).status).toBe(201)
    } finally {
      disk.empty()
      await run('ALTER TABLE "Post" SET TABLESPACE pg_default')
      await run('DROP TABLESPACE small_disk')
      rmSync(folder, { recursive: true })
    }
  },
)
