import { expect, test } from 'vitest'
import { testApi } from '#api/test/servers/test-api.ts'
import { limits } from '#rules/limits.ts'

const { as, anonymous, aUser, aPost, aLike, anUpload, posts, services, statements } =
  await testApi()

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

async function search(query: string, page: Record<string, unknown> = {}): Promise<string[]> {
  const { search: result } = await anonymous.data<Page>(SEARCH, { query, ...page })
  return result.nodes.map(({ content }) => content)
}

const ada = await aUser({ displayName: 'Ada Quillfeather', username: 'ada_q' })
const post = async (...contents: string[]) => {
  for (const content of contents) await aPost({ by: ada, content })
}

test('words match in any order and case', async () => {
  await post('A walk in the Forest at dawn', 'Dawn came late')
  expect(await search('DAWN forest')).toEqual(['A walk in the Forest at dawn'])
  expect(await search('dawn')).toEqual(['Dawn came late', 'A walk in the Forest at dawn'])
})

test('whole words rank first, then word starts, parts of words and names', async () => {
  const lark = await aUser({ displayName: 'Mina Lark', username: 'mina' })
  await aPost({ by: lark, content: 'by her name alone' })
  await post('skylarking', 'one lark', 'larks in May', 'two lark', 'a meadowlark')
  expect(await search('lark')).toEqual([
    'two lark',
    'one lark',
    'larks in May',
    'a meadowlark',
    'skylarking',
    'by her name alone',
  ])
})

test('a post ranks by its worst-matching word', async () => {
  await post('kind thoughts', 'kindly thoughtful', 'unkind rethought', 'kind rethought')
  expect(await search('kind thought')).toEqual([
    'kindly thoughtful',
    'kind thoughts',
    'kind rethought',
    'unkind rethought',
  ])
})

test('parts of words match from three letters on, word starts from one', async () => {
  await post('zephyr')
  expect(await search('eph')).toEqual(['zephyr'])
  expect(await search('ep')).toEqual([])
  expect(await search('z')).toEqual(['zephyr'])
})

test('attack 52: wildcards and query syntax are literal, 1,000 words are rejected', async () => {
  await post('plain and simple')
  const plain = await statements.of(() => search('unmatched'))
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
    const sent = await statements.of(async () => {
      expect(await search(query)).not.toContain('plain and simple')
    })
    expect(sent.length, query).toBeLessThanOrEqual(plain.length)
  }
  const { errors } = await anonymous.run(SEARCH, { query: 'word '.repeat(1000) })
  expect(errors?.[0]).toMatchObject({
    message: `A search must be ${limits.queryLength} characters or less.`,
    extensions: { code: 'BAD_INPUT', field: 'query' },
  })
})

test('a query without visible characters is rejected', async () => {
  const { errors } = await anonymous.run(SEARCH, { query: ' \u200b ' })
  expect(errors?.[0]).toMatchObject({
    message: 'Please enter something to search for.',
    extensions: { code: 'BAD_INPUT' },
  })
})

test("a query can match the content and the author's names together", async () => {
  const rosa = await aUser({ displayName: 'Rosa Winterbourne', username: 'rosie99' })
  await aPost({ by: rosa, content: 'marmalade on toast' })
  await aPost({ by: rosa, content: 'nothing of that kind' })
  await post('marmalade elsewhere')
  expect(await search('marmalade winter')).toEqual(['marmalade on toast'])
  expect(await search('rosie99')).toEqual(['nothing of that kind', 'marmalade on toast'])
  expect(await search('winterbourne marmalade absentia')).toEqual([])
})

test('after a rename only the new name matches', async () => {
  const user = await aUser({ displayName: 'Beforehand' })
  await aPost({ by: user, content: 'renamed person’s post' })
  await as(user).data(
    /* GraphQL */ `mutation {
      updateProfile(input: { displayName: "Afterwards" }) { userErrors { message } }
    }`,
  )
  expect(await search('beforehand')).toEqual([])
  expect(await search('afterwards')).toEqual(['renamed person’s post'])
})

test('hidden and deleted posts do not match', async () => {
  const shown = await aPost({ by: ada, content: 'periwinkle one' })
  await aPost({ by: ada, content: 'periwinkle two', hiddenAt: new Date() })
  expect(await search('periwinkle')).toEqual(['periwinkle one'])
  await services.database.post.delete({ where: { id: shown.id } })
  expect(await search('periwinkle')).toEqual([])
})

test('paging forwards and backwards returns every match once and in order', async () => {
  const author = await aUser({ displayName: 'Tangerine Fan' })
  for (const content of ['tangerine', 'tangerines', 'xtangerine', 'something else']) {
    for (let number = 1; number <= 5; number++)
      await aPost({ by: author, content: `${content} ${number}` })
  }
  const all = await search('tangerine', { first: 100 })
  expect(all).toHaveLength(20)
  const forwards: string[] = []
  let after: string | null = null
  do {
    const { search: result }: Page = await anonymous.data<Page>(SEARCH, {
      query: 'tangerine',
      first: 3,
      after,
    })
    expect(result.pageInfo.hasPreviousPage).toBe(after !== null)
    forwards.push(...result.nodes.map(({ content }) => content))
    after = result.pageInfo.hasNextPage ? result.pageInfo.endCursor : null
  } while (after)
  expect(forwards).toEqual(all)
  const backwards: string[] = []
  let before: string | null = null
  do {
    const { search: result }: Page = await anonymous.data<Page>(SEARCH, {
      query: 'tangerine',
      last: 3,
      before,
    })
    backwards.unshift(...result.nodes.map(({ content }) => content))
    before = result.pageInfo.hasPreviousPage ? result.pageInfo.startCursor : null
  } while (before)
  expect(backwards).toEqual(all)
})

test('search returns the same fields of a post as the feed', async () => {
  const fragment = /* GraphQL */ `fragment AllFields on Post {
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
  for (const caller of [as(fan), as(ada), anonymous]) {
    const feed = await caller.data(
      `${fragment} { feed(first: 2) { edges { node { ...AllFields } } } }`,
    )
    // Depending on the size, the page comes from the cache or from the database.
    for (const first of [1, 2]) {
      const { search: result } = await caller.data<{ search: { edges: unknown[] } }>(
        `${fragment} {
          search(query: "kaleidoscope", first: ${first}) { edges { node { ...AllFields } } }
        }`,
      )
      expect(result.edges).toEqual((feed.feed as typeof result).edges.slice(0, first))
    }
  }
})

test('more matches than a page holds stay in order', async () => {
  const author = await aUser()
  await posts(30, { by: author })
  const words = await search('something nice', { first: 10 })
  expect(words).toEqual(
    [...words].sort((one, other) => Number(other.match(/\d+/)) - Number(one.match(/\d+/))),
  )
  expect(words).toHaveLength(10)
})
