import { expect, test, vi } from 'vitest'
import { innerGrams } from '#api/lib/search-text.ts'
import { testApi } from '#api/test/execute.ts'
import { learnCommonGrams } from './common-grams.ts'
import { readQuery } from './search-query.ts'

const { nobody, aUser, aPost, fillTheNewest, services } = await testApi()
const ada = await aUser({ displayName: 'Ada' })
for (let number = 1; number <= 40; number++)
  await aPost({ by: ada, content: `Good morning ${number}` })
for (const content of ['A mornilax', 'Two mornilaxes', 'An evening'])
  await aPost({ by: ada, content })
await fillTheNewest({ by: ada })

const gramsOf = (word: string) => readQuery(word)?.wordGrams ?? []

test('what most posts have is not looked up, once that is known, where the rest of a word says enough', async () => {
  const common = learnCommonGrams(services.database)
  expect(common.worthwhile(gramsOf('mornilax')), 'before').toEqual(gramsOf('mornilax').flat())
  await services.database
    .$executeRaw`DELETE FROM "PostSearch" WHERE "text" NOT LIKE '%morn%' AND "text" NOT LIKE '%evening%'`
  await services.database.$executeRaw`ANALYZE "PostSearch"`
  const learned = learnCommonGrams(services.database)
  const rest = innerGrams('mornilax').slice(-2)
  await vi.waitFor(() => expect(learned.worthwhile(gramsOf('mornilax'))).toEqual(rest))
  expect(learned.worthwhile(gramsOf('morning'))).toEqual(gramsOf('morning').flat())
  expect(learned.worthwhile([...gramsOf('morning'), ...gramsOf('mornilax')])).toEqual([
    ...gramsOf('morning').flat(),
    ...rest,
  ])
})

test('what is found is the same', async () => {
  const found = async (query: string) => {
    const document = 'query ($query: String!) { search(query: $query) { nodes { content } } }'
    const { search } = await nobody.data<{ search: { nodes: { content: string }[] } }>(document, {
      query,
    })
    return search.nodes.map(({ content }) => content)
  }
  // The first search has it learned, and a later one knows it.
  for (let time = 0; time < 3; time++) {
    expect(await found('mornilax')).toEqual(['A mornilax', 'Two mornilaxes'])
    expect(await found('ornilax')).toEqual(['Two mornilaxes', 'A mornilax'])
    expect(await found('mornilaq')).toEqual([])
  }
})
