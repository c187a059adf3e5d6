import { expect, test } from 'vitest'
import { SEARCH_VERSION, searchText } from '#api/lib/search-text.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { reindexSearch } from './search.reindex.ts'

const { anonymous, aUser, posts, services } = await testApi()
const { database, log } = services
const never = new AbortController().signal
const noor = await aUser({ displayName: 'Łucja Noor', username: 'lucja' })

/** More than two batches. */
const CONTENTS = ['مَرْحَبًا بالجميع', 'Smørrebrød', '반안녕하세요', 'Plain words', 'More of these']
const ids = (await posts(60, { by: noor })).map(({ id }) => id)
for (const [index, content] of CONTENTS.entries()) {
  const some = ids.filter((_, position) => position % CONTENTS.length === index)
  await database.post.updateMany({ where: { id: { in: some } }, data: { content } })
}

/** Entries that this version writes in another way. */
async function writeOldEntries() {
  await database.searchReindex.deleteMany()
  await database.postSearch.updateMany({ data: { text: ' old ', grams: [] } })
  await database.userSearch.updateMany({ data: { text: ' old ', grams: [] } })
}

async function countOf(query: string): Promise<number> {
  const { search }: { search: { nodes: unknown[] } } = await anonymous.data(
    'query ($query: String!) { search(query: $query, first: 100) { nodes { id } } }',
    { query },
  )
  return search.nodes.length
}

test('an interrupted rewriting goes on after its last batch, and then rests', async () => {
  await writeOldEntries()
  const interrupted = new AbortController()
  let batches = 0
  const watched = database.$extends({
    query: {
      searchReindex: {
        upsert({ args, query }) {
          if (args.create.table === 'PostSearch' && ++batches === 1) interrupted.abort()
          return query(args)
        },
      },
    },
  }) as unknown as typeof database
  await expect(reindexSearch({ database: watched, log }, interrupted.signal)).rejects.toThrow()
  const states = await database.searchReindex.findMany({ orderBy: { table: 'asc' } })
  expect(states).toEqual([
    { table: 'PostSearch', version: SEARCH_VERSION, after: expect.any(String) },
    { table: 'UserSearch', version: SEARCH_VERSION, after: null },
  ])
  const isOld = { text: ' old ' }
  expect(await database.postSearch.count({ where: isOld })).toBe(35)

  await reindexSearch({ database: watched, log }, never)
  expect(await database.postSearch.count({ where: isOld })).toBe(0)
  // The first, and those of 35 posts: two with posts and one without.
  expect(batches).toBe(4)
  await reindexSearch({ database: watched, log }, never)
  expect(batches).toBe(4)
})

test('after it, posts and names are found by what this version folds', async () => {
  await writeOldEntries()
  await reindexSearch(services, never)
  for (const query of ['مرحبا', 'smorrebrod', '안녕'])
    expect([query, await countOf(query)]).toEqual([query, 12])
  expect(await countOf('lucja plain')).toBe(12)
})

test('the rows of an earlier version alone are rewritten', async () => {
  await writeOldEntries()
  const [first = '', second = ''] = ids
  await database.searchReindex.create({
    data: { table: 'PostSearch', version: SEARCH_VERSION, after: first },
  })
  await reindexSearch(services, never)
  const textOf = async (postId: string) =>
    (await database.postSearch.findUniqueOrThrow({ where: { postId } })).text
  expect([await textOf(first), await textOf(second)]).toEqual([' old ', ' smorrebrod '])
})

test('a name that changes meanwhile keeps its new entry', async () => {
  await writeOldEntries()
  const renamed = searchText('Someone Else lucja')
  const renaming = database.$extends({
    query: {
      userSearch: {
        async findMany({ args, query }) {
          const rows = await query(args)
          await database.userSearch.update({ where: { userId: noor.id }, data: renamed })
          return rows
        },
      },
    },
  }) as unknown as typeof database
  await reindexSearch({ database: renaming, log }, never)
  const { text } = await database.userSearch.findUniqueOrThrow({ where: { userId: noor.id } })
  expect(text).toBe(renamed.text)
})
