import { expect, test } from 'vitest'
import { applyLimits } from '#api/test/servers/apply-limits.ts'
import { testApi } from '#api/test/servers/test-api.ts'

const { as, asDemoUser, aUser, theDemoUser, services, logLines } = await testApi()

const CREATE = /* GraphQL */ `
  mutation ($input: CreatePostInput!) {
    createPost(input: $input) { post { id } userErrors { code field message } }
  }
`

await theDemoUser()
const create = async (input: Record<string, unknown>, caller: ReturnType<typeof as>) =>
  (await caller.data(CREATE, { input })).createPost

test('posts are limited per account, and a repeated key does not count', async () => {
  applyLimits(services)
  const [user, other] = [await aUser(), await aUser()]
  const input = { content: 'again', clientKey: 'same' }
  await create(input, as(user))
  for (let number = 2; number <= 10; number++)
    expect((await create({ content: 'x' }, as(user))).userErrors).toEqual([])
  const { data, extensions } = await as(user).run(CREATE, { input: { content: 'x' } })
  expect(data.createPost).toEqual({
    post: null,
    userErrors: [
      {
        code: 'RATE_LIMITED',
        field: null,
        message: expect.stringMatching(
          /^That was a lot at once\. Please try again in \d+ seconds\.$/,
        ),
      },
    ],
  })
  expect(extensions?.retryAfter).toBeGreaterThan(0)
  expect((await create(input, as(user))).userErrors).toEqual([])
  expect((await create({ content: 'x' }, as(other))).userErrors).toEqual([])
})

test('the demo user is limited per address and in total', async () => {
  applyLimits(services)
  const codes = []
  for (let number = 1; number <= 11; number++)
    codes.push((await create({ content: 'x' }, asDemoUser('198.51.100.1'))).userErrors[0]?.code)
  expect(codes.indexOf('RATE_LIMITED')).toBe(10)
  for (let address = 2; address <= 6; address++) {
    for (let number = 1; number <= 10; number++)
      expect(
        (await create({ content: 'x' }, asDemoUser(`198.51.100.${address}`))).userErrors,
      ).toEqual([])
  }
  expect((await create({ content: 'x' }, asDemoUser('198.51.100.7'))).userErrors[0].code).toBe(
    'RATE_LIMITED',
  )
})

test('no test above logged a server error', () => {
  expect(logLines).toEqual([])
})
