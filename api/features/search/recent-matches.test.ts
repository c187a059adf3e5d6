import { expect, test } from 'vitest'
import { testApi } from '#api/test/servers/test-api.ts'

const { as, anonymous, aUser, aPost, aLike, fillTheNewest } = await testApi()
const ada = await aUser({ displayName: 'Ada' })

type Page = {
  search: {
    nodes: { content: string; isLiked: boolean }[]
    pageInfo: { hasNextPage: boolean; endCursor: string }
  }
}

async function search(query: string, after?: string, caller = anonymous): Promise<Page['search']> {
  const document = /* GraphQL */ `query ($query: String!, $after: String) {
    search(query: $query, first: 8, after: $after) {
      nodes { content isLiked }
      pageInfo { hasNextPage endCursor }
    }
  }`
  return (await caller.data<Page>(document, { query, after })).search
}
const contents = ({ nodes }: Page['search']) => nodes.map(({ content }) => content)

test('a better match in an old post comes before matches in the newest posts', async () => {
  await aPost({ by: ada, content: 'an old Moon' })
  await fillTheNewest({ by: ada })
  for (let number = 1; number <= 12; number++)
    await aPost({ by: ada, content: `moonlight ${number}` })
  expect(contents(await search('moon'))).toEqual([
    'an old Moon',
    ...[12, 11, 10, 9, 8, 7, 6].map((number) => `moonlight ${number}`),
  ])
  expect(contents(await search('moonl'))).toEqual(
    [12, 11, 10, 9, 8, 7, 6, 5].map((number) => `moonlight ${number}`),
  )
  expect(contents(await search('oonligh'))).toEqual(
    [12, 11, 10, 9, 8, 7, 6, 5].map((number) => `moonlight ${number}`),
  )

  await aPost({ by: ada, content: 'oonlighting' })
  await fillTheNewest({ by: ada })
  for (let number = 13; number <= 25; number++)
    await aPost({ by: ada, content: `moonlight ${number}` })
  const first = await search('oonligh')
  expect(contents(first)).toEqual([
    'oonlighting',
    ...[25, 24, 23, 22, 21, 20, 19].map((number) => `moonlight ${number}`),
  ])
  const next = await search('oonligh', first.pageInfo.endCursor)
  expect(contents(next)).toEqual(
    [18, 17, 16, 15, 14, 13, 12, 11].map((number) => `moonlight ${number}`),
  )
})

test("a page of cached posts has the viewer's likes, and the next page continues it", async () => {
  const fan = await aUser()
  for (let number = 1; number <= 20; number++) {
    const post = await aPost({ by: ada, content: `Tangerine ${number}` })
    if (number % 3 === 0) await aLike({ by: fan, of: post })
  }
  const shown: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await search('tangerine', after, as(fan))
    for (const { content, isLiked } of page.nodes) {
      shown.push(content)
      expect(isLiked).toBe(Number(content.split(' ')[1]) % 3 === 0)
    }
    if (!page.pageInfo.hasNextPage) break
    after = page.pageInfo.endCursor
  }
  expect(shown).toEqual(Array.from({ length: 20 }, (_, index) => `Tangerine ${20 - index}`))
})
