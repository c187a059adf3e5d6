import { expect, test } from 'vitest'
import { testApi } from '#api/test/servers/test-api.ts'

const { anonymous } = await testApi()
/** The cost is checked before the cursor is parsed. */
const cursor = 'any cursor'

const searches = (count: number, pageArguments: string) =>
  `{ ${Array.from(
    { length: count },
    (_, index) => `a${index}: search(query: "word${index}", ${pageArguments}) { nodes { id } }`,
  ).join(' ')} }`

/** A search costs the database the same for any page size. */
test.each([
  [3, 'first: 1'],
  [3, 'first: 20'],
  [1, 'last: 1'],
  [1, `first: 1, after: ${JSON.stringify(cursor)}`],
  [1, `before: ${JSON.stringify(cursor)}`],
])('one operation can have at most %i searches with %s', async (max, pageArguments) => {
  const exceedsCost = async (count: number) =>
    ((await anonymous.run(searches(count, pageArguments))).errors ?? []).some(({ message }) =>
      message.startsWith('This operation is too expensive'),
    )
  expect([await exceedsCost(max), await exceedsCost(max + 1)]).toEqual([false, true])
})

test('a full REST page with all fields of a post is within the limit', async () => {
  const document = /* GraphQL */ `query ($after: String) {
    search(query: "a", first: 100, after: $after) {
      nodes {
        id content imageUrl videoUrl mediaType createdAt likesCount sharesCount isLiked
        author { id displayName username avatar }
      }
      pageInfo { hasNextPage endCursor }
    }
  }`
  const messages = ((await anonymous.run(document, { after: cursor })).errors ?? []).map(
    ({ message }) => message,
  )
  expect(
    messages.filter((message) => message.startsWith('This operation is too expensive')),
  ).toEqual([])
})
