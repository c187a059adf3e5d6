import { expect, test } from 'vitest'
import { innerGrams } from '#api/lib/search-text.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { createGramStatistics } from './gram-statistics.ts'
import { parseQuery } from './search-query.ts'

const { anonymous, aUser, aPost, fillTheNewest, services } = await testApi()
const ada = await aUser({ displayName: 'Ada' })
for (let number = 1; number <= 40; number++)
  await aPost({ by: ada, content: `Good morning ${number}` })
for (const content of ['A mornilax', 'Two mornilaxes', 'An evening'])
  await aPost({ by: ada, content })
await fillTheNewest({ by: ada })

const gramsOf = (word: string) => parseQuery(word)?.wordGrams ?? []

test('common grams are left out where a word has enough selective ones', async () => {
  const initial = createGramStatistics(services.database)
  expect(initial.selectiveGrams(gramsOf('mornilax'))).toEqual(gramsOf('mornilax').flat())
  await services.database
    .$executeRaw`DELETE FROM "PostSearch" WHERE "text" NOT LIKE ALL ('{%morn%,%evening%}')`
  await services.database.$executeRaw`ANALYZE "PostSearch"`
  const statistics = createGramStatistics(services.database)
  const selective = innerGrams('mornilax').slice(-2)
  await expect.poll(() => statistics.selectiveGrams(gramsOf('mornilax'))).toEqual(selective)
  expect(statistics.selectiveGrams(gramsOf('morning'))).toEqual(gramsOf('morning').flat())
  expect(statistics.selectiveGrams([...gramsOf('morning'), ...gramsOf('mornilax')])).toEqual([
    ...gramsOf('morning').flat(),
    ...selective,
  ])
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
