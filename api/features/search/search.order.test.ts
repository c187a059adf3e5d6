import { expect, test } from 'vitest'
import { timeOf } from '#api/lib/ids.ts'
import { searchText } from '#api/lib/search-text.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { nameText } from '../user/user.write.ts'

/** Enough posts that the search needs all of its strategies. */
const POST_COUNT = 24_000

const { anonymous, services } = await testApi()
const { database, ids } = services

// A seeded generator, so every run has the same words.
let state = 7
const below = (limit: number) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * limit)
}
const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item

const common = ['sun', 'joy', 'tea', 'sea']
const usual = [
  'sunny',
  'joyful',
  'teapot',
  'seaside',
  'walks',
  'lark',
  'larks',
  'bread',
  'breadth',
  'toast',
]
const rare = [
  'sunflower',
  'enjoyment',
  'steam',
  'skylark',
  'abroad',
  'overjoyed',
  'gingerbread',
  'tearoom',
]
const people = [
  'Sunny Larkin',
  'Rosa Breadley',
  'Joy Teague',
  'Mina Walker',
  'Otto Sun',
  'Ida Gale',
].map((displayName) => ({
  id: ids.next(),
  displayName,
  username: displayName.toLowerCase().replace(' ', '_'),
}))

const posts = Array.from({ length: POST_COUNT }, (_, index) => {
  const words = Array.from({ length: 3 }, () => one(below(3) ? common : usual))
  if (below(200) === 0) words.push(one(rare))
  if (index < 2_500 && below(2)) words.push('ancient', one(['ancients', 'old']))
  const author = one(people)
  return {
    id: ids.next(Date.UTC(2025, 0, 1) + index * 60_000),
    author,
    words,
    content: words.join(' '),
    hidden: below(50) === 0,
  }
})

await database.user.createMany({
  data: people.map((person) => ({
    ...person,
    email: `${person.username}@example.org`,
    createdAt: timeOf(person.id),
  })),
})
await database.userSearch.createMany({
  data: people.map((person) => ({ userId: person.id, ...nameText(person) })),
})
// For this many rows, JSON is the fastest format, and building the index afterwards is faster.
const postRows = posts.map(({ author, ...post }) => ({ ...post, authorId: author.id }))
const searchRows = posts.map(({ id, content }) => ({ id, ...searchText(content) }))
await database.$executeRaw`DROP INDEX "PostSearch_grams_idx"`
await database.$executeRaw`
  INSERT INTO "Post" ("id", "authorId", "content", "mediaType", "createdAt", "hiddenAt")
  SELECT "id", "authorId", "content", 'TEXT', now(), CASE WHEN "hidden" THEN now() END
  FROM jsonb_to_recordset(${JSON.stringify(postRows)}::jsonb)
    AS post("id" uuid, "authorId" uuid, "content" text, "hidden" boolean)`
await database.$executeRaw`
  INSERT INTO "PostSearch" ("postId", "text", "grams")
  SELECT * FROM jsonb_to_recordset(${JSON.stringify(searchRows)}::jsonb)
    AS row("id" uuid, "text" text, "grams" int[])`
await database.$executeRaw`CREATE INDEX "PostSearch_grams_idx" ON "PostSearch" USING GIN ("grams")`
await database.$executeRaw`ANALYZE`

/** A slow reference implementation of the match class. */
function classOf(query: string[], { words, author }: (typeof posts)[number]): number | null {
  const whole = (word: string) => words.includes(word)
  const start = (word: string, among = words) => among.some((each) => each.startsWith(word))
  const within = (word: string, among = words) =>
    start(word, among) || (word.length >= 3 && among.some((each) => each.includes(word)))
  if (query.every(whole)) return 1
  if (query.every((word) => start(word))) return 2
  if (query.every((word) => within(word))) return 3
  const names = `${author.displayName} ${author.username}`.toLowerCase().split(/[ _]/)
  return query.every((word) => within(word) || within(word, names)) ? 4 : null
}

const cache = new Map<string, string[]>()

function expected(query: string): string[] {
  const all = cache.get(query) ?? slowSearch(query)
  cache.set(query, all)
  return all
}

function slowSearch(query: string): string[] {
  const words = query.split(' ')
  const matches = posts
    .filter(({ hidden }) => !hidden)
    .map((post) => ({ post, matchClass: classOf(words, post) }))
  return matches
    .filter(({ matchClass }) => matchClass !== null)
    .sort((a, b) => Number(a.matchClass) - Number(b.matchClass) || (a.post.id < b.post.id ? 1 : -1))
    .map(({ post }) => post.content)
}

const SEARCH = /* GraphQL */ `
  query ($query: String!, $after: String, $before: String, $first: Int, $last: Int) {
    search(query: $query, after: $after, before: $before, first: $first, last: $last) {
      nodes {
        content
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`

interface Page {
  search: {
    nodes: { content: string }[]
    pageInfo: {
      hasNextPage: boolean
      hasPreviousPage: boolean
      startCursor: string
      endCursor: string
    }
  }
}

/** Reads some pages from the start or the end, and returns their posts in list order. */
async function readPages(
  query: string,
  pages: number,
  size: number,
  backwards = false,
): Promise<string[]> {
  const results: string[] = []
  let cursor: string | null = null
  for (let page = 1; page <= pages; page++) {
    const where: Record<string, unknown> = backwards
      ? { last: size, before: cursor }
      : { first: size, after: cursor }
    const { nodes, pageInfo }: Page['search'] = (
      await anonymous.data<Page>(SEARCH, { query, ...where })
    ).search
    const contents = nodes.map(({ content }) => content)
    if (backwards) results.unshift(...contents)
    else results.push(...contents)
    if (!(backwards ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) break
    cursor = backwards ? pageInfo.startCursor : pageInfo.endCursor
  }
  return results
}

const queries = [
  ...[
    'sun',
    'joy',
    'lark',
    'bread',
    'sunflower',
    'abroad',
    'ancient',
    'ancients',
    'old',
    'absent',
    'gale',
  ],
  ...[
    's',
    'se',
    'ski',
    'readth',
    'oyfu',
    'cien',
    'eam',
    'wal',
    'rosa',
    'larkin',
    'ida gale',
    'otto sun',
  ],
  ...[
    'sun joy',
    'joy sun',
    'tea sea walks',
    'bread lark',
    'lark toast',
    'ancient joy',
    'old sunny',
    'sunflower joy',
    'sky jo',
  ],
  ...[
    'gale ancient',
    'rosa sunflower',
    'mina walk',
    'joy teague',
    'teague sun',
    'breadley toast abroad',
    'ida absent',
    'sun otto gale',
  ],
]

test.each(queries)('%s: the first pages equal those of a slow reference search', async (query) => {
  const all = expected(query)
  expect(await readPages(query, 3, 7)).toEqual(all.slice(0, 21))
  expect(await readPages(query, 2, 100)).toEqual(all.slice(0, 200))
})

test.each(queries.filter((query) => expected(query).length <= 200))(
  '%s: all pages equal the reference, in both directions',
  async (query) => {
    const all = expected(query)
    expect(await readPages(query, 100, 50)).toEqual(all)
    expect(await readPages(query, 100, 50, true)).toEqual(all)
  },
)

test.each(['tea sea'])('%s: paging through thousands of matches keeps the order', async (query) => {
  const all = expected(query)
  const words = query.split(' ')
  const whole = all.filter((content) => words.every((word) => content.split(' ').includes(word)))
  const results = await readPages(query, 100, 100)
  expect(whole.length).toBeGreaterThan(1_000)
  expect(results.slice(0, whole.length)).toEqual(whole)
  expect(results.slice(whole.length, whole.length + 300)).toEqual(
    all.slice(whole.length, whole.length + 300),
  )
})

test('the queries have no, few and many matches', () => {
  const sizes = queries.map((query) => expected(query).length)
  expect(Math.min(...sizes)).toBe(0)
  expect(sizes.filter((size) => size > 1_000).length).toBeGreaterThan(5)
  expect(sizes.filter((size) => size > 0 && size <= 200).length).toBeGreaterThan(5)
})
