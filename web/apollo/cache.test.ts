import { readFileSync } from 'node:fs'
import path from 'node:path'
import { buildSchema, isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { FeedDocument } from '../pages/home/Home.generated.ts'
import { postData, postPage } from '../test/data.ts'
import { createCache } from './cache.ts'

const SCHEMA = path.resolve(import.meta.dirname, '../../schema.graphql')
const schema = buildSchema(readFileSync(SCHEMA, 'utf8'))
const lists = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => String(field.type).endsWith('Connection!'))
      .map(({ name, args }) => ({ type: type.name, name, args: args.map((arg) => arg.name) })),
  )

test.each(lists)('pages of $name of $type are appended to the list', ({ type, name, args }) => {
  const { policies } = createCache()
  const filters = args.filter((arg) => !['first', 'last', 'after', 'before'].includes(arg))
  expect(policies.getMergeFunction(type, name, undefined)).toBeDefined()
  const variables = Object.fromEntries(args.map((arg) => [arg, arg]))
  const storedName = policies.getStoreFieldName({
    typename: type,
    fieldName: name,
    args: variables,
  })
  for (const arg of args)
    expect([arg, storedName.includes(`"${arg}"`)]).toEqual([arg, filters.includes(arg)])
})

interface StoredFeed {
  edges: { node: { __ref: string } }[]
  pageInfo: { endCursor: string | null }
}

/** A cache with a feed of the posts 1 to 4, in two pages. */
function createFeed() {
  const cache = createCache()
  const write = (ids: string[], next: string | null, after: string | null = null) =>
    cache.writeQuery({
      query: FeedDocument,
      variables: { first: 2, after },
      data: {
        feed: postPage(
          ids.map((id) => postData({ id })),
          next,
        ),
      } as never,
    })
  const stored = () =>
    Object.entries(cache.extract().ROOT_QUERY ?? {}).find(([name]) => name.startsWith('feed'))?.[1]
  const read = () => {
    const { edges, pageInfo } = stored() as StoredFeed
    return [edges.map(({ node }) => node.__ref.replace('Post:', '')), pageInfo.endCursor]
  }
  write(['1', '2'], 'c2')
  write(['3', '4'], 'c4', 'c2')
  expect(read()).toEqual([['1', '2', '3', '4'], 'c4'])
  return { cache, write, read, stored }
}

test('a page that was asked for before its list was loaded again is dropped', () => {
  const { write, read } = createFeed()
  write(['new', '1'], 'c1')
  write(['5', '6'], null, 'c4')
  expect(read()).toEqual([['new', '1'], 'c1'])
  write(['2', '3'], 'c3', 'c1')
  expect(read()).toEqual([['new', '1', '2', '3'], 'c3'])
})

test('a page whose list has left the cache does not begin another list', () => {
  const { cache, write, read, stored } = createFeed()
  cache.evict({ id: 'ROOT_QUERY', fieldName: 'feed' })
  write(['5', '6'], null, 'c4')
  expect(stored()).toBeUndefined()
  write(['1', '2'], 'c2')
  expect(read()).toEqual([['1', '2'], 'c2'])
})

test('a later page adds nothing that the list has', () => {
  const { write, read } = createFeed()
  write(['2', '5'], 'c5', 'c4')
  write(['5'], 'c6', 'c5')
  write(['6'], null, 'c6')
  expect(read()).toEqual([['1', '2', '3', '4', '5', '6'], null])
})

test('a page still follows its list when the post before it has left the list', () => {
  const { cache, write, read } = createFeed()
  cache.modify({
    fields: { feed: (list) => ({ ...list, edges: list.edges.slice(0, -1) }) },
  })
  write(['5'], null, 'c4')
  expect(read()).toEqual([['1', '2', '3', '5'], null])
})

test('what was added at the end of a list stays there when a later page arrives', () => {
  const { cache, write, read } = createFeed()
  const own = { __typename: 'PostEdge', node: { __ref: 'Post:own' } }
  cache.modify({ fields: { feed: (list) => ({ ...list, edges: [...list.edges, own] }) } })
  write(['5', '6'], 'c6', 'c4')
  expect(read()).toEqual([['1', '2', '3', '4', '5', '6', 'own'], 'c6'])
  write(['7', 'own', '8'], null, 'c6')
  expect(read()).toEqual([['1', '2', '3', '4', '5', '6', '7', 'own', '8'], null])
})
