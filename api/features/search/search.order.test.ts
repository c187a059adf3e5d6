import { expect, test } from 'vitest'
import { timeOf } from '#api/lib/ids.ts'
import { searchText } from '#api/lib/search-text.ts'
import { testApi } from '#api/test/execute.ts'
import { nameText } from '../user/user.write.ts'

/** How many posts: enough that no way of looking for them is enough by itself. */
const POSTS = 24_000

const { nobody, services } = await testApi()
const { database, ids } = services

// The same words for every run.
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

const posts = Array.from({ length: POSTS }, (_, index) => {
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
// So many rows are soonest in as JSON, and their index is made sooner than it is kept up to date.
await database.$executeRaw`DROP INDEX "PostSearch_grams_idx"`
await database.$executeRaw`
  INSERT INTO "Post" ("id", "authorId", "content", "mediaType", "createdAt", "hiddenAt")
  SELECT "id", "authorId", "content", 'TEXT', now(), CASE WHEN "hidden" THEN now() END
  FROM jsonb_to_recordset(${JSON.stringify(posts.map(({ author, ...post }) => ({ ...post, authorId: author.id })))}::jsonb)
    AS post("id" uuid, "authorId" uuid, "content" text, "hidden" boolean)`
await database.$executeRaw`
  INSERT INTO "PostSearch" ("postId", "text", "grams")
  SELECT * FROM jsonb_to_recordset(${JSON.stringify(posts.map(({ id, content }) => ({ id, ...searchText(content) })))}::jsonb)
    AS row("id" uuid, "text" text, "grams" int[])`
await database.$executeRaw`CREATE INDEX "PostSearch_grams_idx" ON "PostSearch" USING GIN ("grams")`
await database.$executeRaw`ANALYZE`

/** The class of a match as the search describes it, told the slow way. */
function classOf(query: string[], { words, author }: (typeof posts)[number]): number | null {
  const whole = (word: string) => words.includes(word)
  const begun = (word: string, among = words) => among.some((each) => each.startsWith(word))
  const within = (word: string, among = words) =>
    begun(word, among) || (word.length >= 3 && among.some((each) => each.includes(word)))
  if (query.every(whole)) return 1
  if (query.every((word) => begun(word))) return 2
  if (query.every((word) => within(word))) return 3
  const names = `${author.displayName} ${author.username}`.toLowerCase().split(/[ _]/)
  return query.every((word) => within(word) || within(word, names)) ? 4 : null
}

const known = new Map<string, string[]>()

function expected(query: string): string[] {
  const all = known.get(query) ?? slowly(query)
  known.set(query, all)
  return all
}

function slowly(query: string): string[] {
  const words = query.split(' ')
  const found = posts
    .filter(({ hidden }) => !hidden)
    .map((post) => ({ post, level: classOf(words, post) }))
  return found
    .filter(({ level }) => level !== null)
    .sort((a, b) => Number(a.level) - Number(b.level) || (a.post.id < b.post.id ? 1 : -1))
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

/** So many results page by page, from the first or from the last on, in the order of the list. */
async function walked(
  query: string,
  pages: number,
  size: number,
  backwards = false,
): Promise<string[]> {
  const found: string[] = []
  let cursor: string | null = null
  for (let page = 1; page <= pages; page++) {
    const where: Record<string, unknown> = backwards
      ? { last: size, before: cursor }
      : { first: size, after: cursor }
    const { nodes, pageInfo }: Page['search'] = (
      await nobody.data<Page>(SEARCH, { query, ...where })
    ).search
    const contents = nodes.map(({ content }) => content)
    if (backwards) found.unshift(...contents)
    else found.push(...contents)
    if (!(backwards ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) break
    cursor = backwards ? pageInfo.startCursor : pageInfo.endCursor
  }
  return found
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

test.each(queries)('%s: the first pages are as a slow search finds them', async (query) => {
  const all = expected(query)
  expect(await walked(query, 3, 7)).toEqual(all.slice(0, 21))
  expect(await walked(query, 2, 100)).toEqual(all.slice(0, 200))
})

test.each(queries.filter((query) => expected(query).length <= 200))(
  '%s: so are all pages, from either end',
  async (query) => {
    const all = expected(query)
    expect(await walked(query, 100, 50)).toEqual(all)
    expect(await walked(query, 100, 50, true)).toEqual(all)
  },
)

test.each(['tea sea'])(
  '%s: a walk to the last of thousands meets all that have the words whole, and then the newest of the others',
  async (query) => {
    const all = expected(query)
    const words = query.split(' ')
    const whole = all.filter((content) => words.every((word) => content.split(' ').includes(word)))
    const found = await walked(query, 100, 100)
    expect(whole.length).toBeGreaterThan(1_000)
    expect(found.slice(0, whole.length)).toEqual(whole)
    expect(found.slice(whole.length, whole.length + 300)).toEqual(
      all.slice(whole.length, whole.length + 300),
    )
  },
)

test('there is something to find, and something not to', () => {
  const sizes = queries.map((query) => expected(query).length)
  expect(Math.min(...sizes)).toBe(0)
  expect(sizes.filter((size) => size > 1_000).length).toBeGreaterThan(5)
  expect(sizes.filter((size) => size > 0 && size <= 200).length).toBeGreaterThan(5)
})
