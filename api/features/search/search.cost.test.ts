import { expect, test } from 'vitest'
import { testApi } from '#api/test/execute.ts'

const { nobody } = await testApi()
/** What an operation costs is looked at before its cursors are. */
const cursor = 'anywhere'

const searches = (count: number, more: string) =>
  `{ ${Array.from({ length: count }, (_, index) => `a${index}: search(query: "word${index}", ${more}) { nodes { id } }`).join(' ')} }`

/** What a search costs the database is the same however little of it is shown. */
test.each([
  [3, 'first: 1'],
  [3, 'first: 20'],
  [1, 'last: 1'],
  [1, `first: 1, after: ${JSON.stringify(cursor)}`],
  [1, `before: ${JSON.stringify(cursor)}`],
])('one operation has at most %i searches with %s', async (most, more) => {
  const refusedForItsCost = async (count: number) =>
    ((await nobody.run(searches(count, more))).errors ?? []).some(({ message }) =>
      message.startsWith('This asks for too much at once'),
    )
  expect([await refusedForItsCost(most), await refusedForItsCost(most + 1)]).toEqual([false, true])
})

test('a page of REST’s size with all that a post has is within the limit, also far down', async () => {
  const post =
    'id content imageUrl videoUrl mediaType createdAt likesCount sharesCount isLiked author { id displayName username avatar }'
  const document = `query ($after: String) { search(query: "a", first: 100, after: $after) { nodes { ${post} } pageInfo { hasNextPage endCursor } } }`
  const messages = ((await nobody.run(document, { after: cursor })).errors ?? []).map(
    ({ message }) => message,
  )
  expect(messages.filter((message) => message.startsWith('This asks for too much'))).toEqual([])
})
