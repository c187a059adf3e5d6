import { expect, test } from 'vitest'
import { fromPublicId } from '#api/lib/ids.ts'
import { rawRequest } from '#api/test/raw-request.ts'
import { seeds } from '#api/test/seeds.ts'
import { testServer } from '#api/test/server.ts'

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
