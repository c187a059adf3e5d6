import { expect, test } from 'vitest'
import { testApi } from '#api/test/servers/test-api.ts'
import { createGramSelection } from './gram-statistics.ts'
import { parseQuery } from './search-query.ts'

const { anonymous, aUser, aPost, fillTheNewest, services } = await testApi()
const ada = await aUser({ displayName: 'Ada' })
for (let number = 1; number <= 40; number++)
  await aPost({ by: ada, content: `Good morning ${number}` })
for (const content of ['A mornilax', 'Two mornilaxes', 'An evening'])
  await aPost({ by: ada, content })
await fillTheNewest({ by: ada })

const gramsOf = (word: string) => parseQuery(word)?.wordGrams ?? []

test('a search reads the rarest grams that narrow a word down enough', async () => {
  const selectInitially = createGramSelection(services.database)
  expect(selectInitially(gramsOf('mornilax'))).toEqual(gramsOf('mornilax').flat())
  await services.database
    .$executeRaw`DELETE FROM "PostSearch" WHERE "text" NOT LIKE ALL ('{%morn%,%evening%}')`
  await services.database.$executeRaw`ANALYZE "PostSearch"`
  const grams = gramsOf('mornilax').flat()
  const [common, rare] = [grams.slice(0, 2), grams.slice(2)]
  const selectGrams = createGramSelection(services.database)
  await expect.poll(() => selectGrams(gramsOf('mornilax'))).toEqual([rare[0]])
  expect(selectGrams(gramsOf('morning'))).toHaveLength(1)
  expect(selectGrams([...gramsOf('morning'), ...gramsOf('mornilax')])).toEqual([
    ...selectGrams(gramsOf('morning')),
    rare[0],
  ])

  // Of so many posts, too many have the rarest gram, or all rare ones.
  const inNoPost = [1, 2, 3, 4, 5, 6, 7, 8, 9]
  const selectiveOf = async (posts: number) => {
    await services.database
      .$executeRaw`UPDATE pg_class SET reltuples = ${posts} WHERE oid = '"PostSearch"'::regclass`
    const selectOfMany = createGramSelection(services.database)
    await expect.poll(() => selectOfMany([inNoPost]).length).toBeLessThan(9)
    return selectOfMany(gramsOf('mornilax'))
  }
  expect(await selectiveOf(100_000)).toEqual(rare)
  expect(await selectiveOf(10_000_000)).toEqual([...rare, ...common])
})

test('results stay the same without common grams', async () => {
  const search = async (query: string) => {
    const document = 'query ($query: String!) { search(query: $query) { nodes { content } } }'
    const { search: page } = await anonymous.data<{ search: { nodes: { content: string }[] } }>(
      document,
      { query },
    )
    return page.nodes.map(({ content }) => content)
  }
  // The first search reads the statistics in the background, and later ones use them.
  for (let attempt = 0; attempt < 3; attempt++) {
    expect(await search('mornilax')).toEqual(['A mornilax', 'Two mornilaxes'])
    expect(await search('ornilax')).toEqual(['Two mornilaxes', 'A mornilax'])
    expect(await search('mornilaq')).toEqual([])
  }
})
