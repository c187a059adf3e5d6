import { expect, test } from 'vitest'
import { testApi } from '#api/test/servers/test-api.ts'
import { nameText } from '../user/user.write.ts'

const { anonymous, aUser, services } = await testApi()

const SEARCH = /* GraphQL */ `
  query ($query: String!, $first: Int, $after: String, $last: Int, $before: String) {
    searchUsers(query: $query, first: $first, after: $after, last: $last, before: $before) {
      nodes { username }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }`
interface Page {
  nodes: { username: string }[]
  pageInfo: {
    hasNextPage: boolean
    hasPreviousPage: boolean
    startCursor: string | null
    endCursor: string | null
  }
}
const search = async (query: string, variables: Record<string, unknown> = {}) =>
  (await anonymous.data<{ searchUsers: Page }>(SEARCH, { query, ...variables })).searchUsers
const namesOf = ({ nodes }: Page) => nodes.map(({ username }) => username)

async function walk(query: string, size: number) {
  const names: string[] = []
  let after: string | null = null
  for (;;) {
    const page: Page = await search(query, { first: size, after })
    names.push(...namesOf(page))
    after = page.pageInfo.endCursor
    if (!page.pageInfo.hasNextPage) return names
  }
}

async function walkBack(query: string, size: number) {
  const names: string[] = []
  let before: string | null = null
  for (;;) {
    const page: Page = await search(query, { last: size, before })
    names.unshift(...namesOf(page))
    before = page.pageInfo.startCursor
    if (!page.pageInfo.hasPreviousPage) return names
  }
}

await aUser({ username: 'maya_inside', displayName: 'Unrosebud' })
await aUser({ username: 'start_1', displayName: 'Rosebuds' })
await aUser({ username: 'whole_1', displayName: 'Rosebud Miller' })
await aUser({ username: 'rosebud', displayName: 'Someone' })
await aUser({ username: 'other', displayName: 'Nobody at all' })

test('whole words come first, then beginnings, then parts; older accounts first', async () => {
  const expected = ['whole_1', 'rosebud', 'start_1', 'maya_inside']
  expect(namesOf(await search('rosebud'))).toEqual(expected)
  for (const size of [1, 2, 3]) {
    expect(await walk('ROSEBUD', size)).toEqual(expected)
    expect(await walkBack('rosebud', size)).toEqual(expected)
  }
})

test('each word has to match the names', async () => {
  expect(namesOf(await search('rosebud miller'))).toEqual(['whole_1'])
  expect(namesOf(await search('miller someone'))).toEqual([])
  expect(namesOf(await search('!?'))).toEqual([])
  expect(namesOf(await search('@whole_1'))).toEqual(['whole_1'])
  expect(namesOf(await search('“Rosebud Miller”'))).toEqual(['whole_1'])
  expect(namesOf(await search('"miller rosebud"'))).toEqual([])
})

test('a name that very many have is found in the same order', async () => {
  const { database, ids } = services
  const people = Array.from({ length: 1_200 }, (_, index) => ({
    id: ids.next(),
    displayName: 'Common Name',
    username: `common_${String(index).padStart(4, '0')}`,
    email: `common_${index}@example.org`,
    updatedAt: new Date(),
  }))
  await database.user.createMany({ data: people })
  await database.userSearch.createMany({
    data: people.map(({ id, ...names }) => ({ userId: id, ...nameText(names) })),
  })
  const expected = people.map(({ username }) => username)
  expect(await walk('common', 100)).toEqual(expected)
  expect(await walkBack('common', 100)).toEqual(expected)
})
