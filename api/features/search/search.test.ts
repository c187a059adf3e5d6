import { expect, test } from 'vitest'
import { testApi } from '#api/test/execute.ts'
import { limits } from '#rules/limits.ts'

const { as, nobody, aUser, aPost, aLike, anUpload, posts, services } = await testApi()

const SEARCH = /* GraphQL */ `
  query Search($query: String!, $first: Int, $after: String, $last: Int, $before: String) {
    search(query: $query, first: $first, after: $after, last: $last, before: $before) {
      nodes { content }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }`

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

async function found(query: string, page: Record<string, unknown> = {}): Promise<string[]> {
  const { search } = await nobody.data<Page>(SEARCH, { query, ...page })
  return search.nodes.map(({ content }) => content)
}

const ada = await aUser({ displayName: 'Ada Quillfeather', username: 'ada_q' })
const say = async (...contents: string[]) => {
  for (const content of contents) await aPost({ by: ada, content })
}

test('words are found in any order, whatever their case', async () => {
  await say('A walk in the Forest at dawn', 'Dawn came late')
  expect(await found('DAWN forest')).toEqual(['A walk in the Forest at dawn'])
  expect(await found('dawn')).toEqual(['Dawn came late', 'A walk in the Forest at dawn'])
})

test('whole words come first, then beginnings, then parts of words, then names; newest first among equals', async () => {
  const lark = await aUser({ displayName: 'Mina Lark', username: 'mina' })
  await aPost({ by: lark, content: 'by her name alone' })
  await say('skylarking', 'one lark', 'larks in May', 'two lark', 'a meadowlark')
  expect(await found('lark')).toEqual([
    'two lark',
    'one lark',
    'larks in May',
    'a meadowlark',
    'skylarking',
    'by her name alone',
  ])
})

test('the class of a post is that of its worst word', async () => {
  await say('kind thoughts', 'kindly thoughtful', 'unkind rethought', 'kind rethought')
  expect(await found('kind thought')).toEqual([
    'kindly thoughtful',
    'kind thoughts',
    'kind rethought',
    'unkind rethought',
  ])
})

test('parts of words are found from three letters on, beginnings from one', async () => {
  await say('zephyr')
  expect(await found('eph')).toEqual(['zephyr'])
  expect(await found('ep')).toEqual([])
  expect(await found('z')).toEqual(['zephyr'])
})

test.each([
  ['東京タワー', '昨日東京タワーに登った', '京東'],
  ['สวัสดี', 'สวัสดีครับทุกคน', 'ดีสวัส'],
  ['привет', 'Привет, мир', 'мирп'],
  ['ΟΔΟΣ', 'η οδός και ο οδος', 'σοδο'],
  ['straße', 'Die STRASSE glänzt', 'strasz'],
  ['مرحبا', 'مرحبا بكم', 'بحرم'],
  ['नमस्ते', 'नमस्ते दुनिया', 'स्तेन'],
  ['안녕', '안녕하세요 여러분', '녕안'],
  ['café', 'un café, s’il vous plaît', 'caff'],
  ['ﬁne', 'all fine here', 'fiine'],
])('%s is found in its own script', async (query, content, other) => {
  await say(content)
  expect(await found(query)).toEqual([content])
  expect(await found(other)).toEqual([])
})

test.each([
  ['istanbul', 'İstanbul in spring'],
  ["don't", 'I don’t mind'],
  ['naive', 'a naïve little song'],
  ['елка', 'Ёлка стоит'],
  ['καλημερα', 'Καλημέρα σας'],
  ['👍', 'well done 👍🏽'],
])(
  '%s finds what people write for it: accents, apostrophes and skin tones aside',
  async (query, content) => {
    await say(content)
    expect(await found(query)).toEqual([content])
  },
)

test.each([
  ['100%', 'gave 100% today', 'gave 100 today'],
  ['snake_case', 'snake_case it is', 'snakeXcase it is'],
  [String.raw`back\slash`, String.raw`a back\slash here`, 'a backslash here'],
  ['"quoted"', 'she said "quoted" things', 'she said quoted things'],
  ["o'clock", "five o'clock tea", 'five oclock tea'],
  ['🌻', 'a 🌻 for you', 'a 🌼 for you'],
  ['👨‍👩‍👧', 'my 👨‍👩‍👧', 'my 👨👩👧'],
  ['❤', 'much ❤️', 'much 💛'],
  ['c++', 'c++ is fun', 'c is fun'],
])('%s is taken as it stands', async (query, content, other) => {
  await say(content, other)
  expect(await found(query)).toEqual([content])
})

test('attack 52: wildcards, query syntax and a thousand words are text or refused, and cost nothing much', async () => {
  await say('plain and simple')
  for (const query of [
    '%%%%',
    '____',
    '\\',
    '\'; DROP TABLE "Post"; --',
    'a & !b | (c <-> d)',
    '*',
    '{1,2}',
    '$1',
    '((((',
  ]) {
    const began = performance.now()
    expect(await found(query)).not.toContain('plain and simple')
    expect(performance.now() - began).toBeLessThan(500)
  }
  const { errors } = await nobody.run(SEARCH, { query: 'word '.repeat(1000) })
  expect(errors?.[0]).toMatchObject({
    message: `A search must be ${limits.queryLength} characters or less.`,
    extensions: { code: 'BAD_INPUT', field: 'query' },
  })
})

test('a query of nothing visible is refused', async () => {
  const { errors } = await nobody.run(SEARCH, { query: ' \u200b ' })
  expect(errors?.[0]).toMatchObject({
    message: 'Please enter something to search for.',
    extensions: { code: 'BAD_INPUT' },
  })
})

test('the words of a query can be shared between the content and the author’s names', async () => {
  const rosa = await aUser({ displayName: 'Rosa Winterbourne', username: 'rosie99' })
  await aPost({ by: rosa, content: 'marmalade on toast' })
  await aPost({ by: rosa, content: 'nothing of that kind' })
  await say('marmalade elsewhere')
  expect(await found('marmalade winter')).toEqual(['marmalade on toast'])
  expect(await found('rosie99')).toEqual(['nothing of that kind', 'marmalade on toast'])
  expect(await found('winterbourne marmalade absentia')).toEqual([])
})

test('a new name is found, the old one is not', async () => {
  const user = await aUser({ displayName: 'Beforehand' })
  await aPost({ by: user, content: 'renamed person’s post' })
  await as(user).data(
    /* GraphQL */ `mutation { updateProfile(input: { displayName: "Afterwards" }) { userErrors { message } } }`,
  )
  expect(await found('beforehand')).toEqual([])
  expect(await found('afterwards')).toEqual(['renamed person’s post'])
})

test('hidden and deleted posts are not found', async () => {
  const shown = await aPost({ by: ada, content: 'periwinkle one' })
  await aPost({ by: ada, content: 'periwinkle two', hiddenAt: new Date() })
  expect(await found('periwinkle')).toEqual(['periwinkle one'])
  await services.database.post.delete({ where: { id: shown.id } })
  expect(await found('periwinkle')).toEqual([])
})

test('a walk over the pages, forwards and backwards, meets every match once and in order', async () => {
  const author = await aUser({ displayName: 'Tangerine Fan' })
  for (const content of ['tangerine', 'tangerines', 'xtangerine', 'something else']) {
    for (let number = 1; number <= 5; number++)
      await aPost({ by: author, content: `${content} ${number}` })
  }
  const all = await found('tangerine', { first: 100 })
  expect(all).toHaveLength(20)
  const walked: string[] = []
  let after: string | null = null
  do {
    const { search }: Page = await nobody.data<Page>(SEARCH, {
      query: 'tangerine',
      first: 3,
      after,
    })
    expect(search.pageInfo.hasPreviousPage).toBe(after !== null)
    walked.push(...search.nodes.map(({ content }) => content))
    after = search.pageInfo.hasNextPage ? search.pageInfo.endCursor : null
  } while (after)
  expect(walked).toEqual(all)
  const back: string[] = []
  let before: string | null = null
  do {
    const { search }: Page = await nobody.data<Page>(SEARCH, {
      query: 'tangerine',
      last: 3,
      before,
    })
    back.unshift(...search.nodes.map(({ content }) => content))
    before = search.pageInfo.hasPreviousPage ? search.pageInfo.startCursor : null
  } while (before)
  expect(back).toEqual(all)
})

test('a page tells of a post what the feed tells', async () => {
  const post = /* GraphQL */ `fragment Whole on Post {
    id content imageUrl videoUrl mediaType createdAt likesCount sharesCount isLiked
    image { url smallUrl width height placeholder alt }
    author { id displayName username avatar }
  }`
  const upload = await anUpload({ by: ada })
  const first = await aPost({
    by: ada,
    content: 'kaleidoscope',
    imageUrl: upload.path,
    imageAlt: 'Colours',
    mediaId: upload.id,
  })
  await aPost({ by: ada, content: 'kaleidoscope again', imageUrl: 'https://example.org/k.png' })
  const fan = await aUser()
  await aLike({ by: fan, of: first })
  for (const caller of [as(fan), as(ada), nobody]) {
    const feed = await caller.data(`${post} { feed(first: 2) { edges { node { ...Whole } } } }`)
    // Both fill a page from the newest posts, one does not.
    for (const first of [1, 2]) {
      const { search } = await caller.data<{ search: { edges: unknown[] } }>(
        `${post} { search(query: "kaleidoscope", first: ${first}) { edges { node { ...Whole } } } }`,
      )
      expect(search.edges).toEqual((feed.feed as typeof search).edges.slice(0, first))
    }
  }
})

test('many more matches than a page stay in order', async () => {
  const author = await aUser()
  await posts(30, { by: author })
  const words = await found('something nice', { first: 10 })
  expect(words).toEqual(
    [...words].sort((one, other) => Number(other.match(/\d+/)) - Number(one.match(/\d+/))),
  )
  expect(words).toHaveLength(10)
})
