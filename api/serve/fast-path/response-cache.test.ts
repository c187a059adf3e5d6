import { expect, test } from 'vitest'
import type { Snapshot } from '#api/features/feed/snapshot.ts'
import { fromPublicId } from '#api/lib/ids.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { rawRequest } from '#api/test/servers/raw-request.ts'
import { testServer } from '#api/test/servers/server.ts'
import type { CachedResponse } from './cached-response.ts'
import { ResponseCache } from './response-cache.ts'

const server = await testServer({ hasFastPath: true })
const ann = server.browser()
const { aPost } = seeds(server.services)
const by = { id: fromPublicId((await ann.signUp()).id)?.uuid ?? '' }
await aPost({ by, content: 'Sunflowers' })

async function count(result: 'hit' | 'miss'): Promise<number> {
  const { body } = await rawRequest(`${server.url}/metrics`)
  return Number(
    new RegExp(`^cache_requests_total{cache="responses",result="${result}"} (.+)$`, 'm').exec(
      body,
    )?.[1] ?? 0,
  )
}

async function read(first: number, caller = ann): Promise<string> {
  const query =
    'query ($first: Int, $after: String) { feed(first: $first, after: $after) { nodes { content isLiked } } }'
  return (
    await caller.fetch('/graphql', { json: { query, variables: { first, after: null } } })
  ).text()
}

test('the newest page is rendered once for all viewers, and again after a change', async () => {
  // The first request compiles the operation.
  await read(1)
  const [hits, misses] = [await count('hit'), await count('miss')]
  for (const caller of [ann, server.browser(), ann])
    expect(await read(7, caller)).toContain('Sunflowers')
  expect([await count('hit'), await count('miss')]).toEqual([hits + 2, misses + 1])
  await aPost({ by, content: 'Roses' })
  expect(await read(7)).toContain('Roses')
  expect([await count('hit'), await count('miss')]).toEqual([hits + 2, misses + 2])
})

test('the slots of a response count among the bytes of the cache', async () => {
  const cache = new ResponseCache()
  const snapshot = {} as Snapshot
  const source = { id: by.id, author: by }
  const slots = Array.from({ length: 2_000 }, () => ({
    source,
    field: 'isLiked' as const,
    start: 0,
  }))
  const response: CachedResponse = {
    snapshot,
    slots,
    oldest: by.id,
    authors: new Set(),
    anonymous: Buffer.from('{}'),
    operationName: null,
  }
  for (let i = 0; i < 30; i++)
    await cache.getOrRender(`request ${i}`, snapshot, async () => response)
  const kept = Array.from({ length: 30 }, (_, i) => cache.get(`request ${i}`, snapshot))
  // 4 MB hold 20 of 200 KB.
  expect(kept.filter(Boolean)).toHaveLength(20)
})
