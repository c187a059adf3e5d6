import { expect, test, vi } from 'vitest'
import { testApi } from '#api/test/servers/test-api.ts'

const { as, aUser, services, logLines } = await testApi()
const ada = as(await aUser())
const { database } = services

const CREATE = /* GraphQL */ `
  mutation ($input: CreatePostInput!) {
    createPost(input: $input) { post { content } userErrors { message } }
  }`

test.each([{}, { clientKey: 'once and again' }])(
  'a post whose commit was not acknowledged is stored once and returned: %o',
  async (key) => {
    const write = database.$transaction.bind(database) as (statements: unknown) => Promise<unknown>
    const lost = vi
      .spyOn(database, '$transaction')
      .mockImplementationOnce(async (statements: unknown) => {
        await write(statements)
        throw new Error('Connection terminated unexpectedly')
      })
    const input = { content: `Committed but not acknowledged ${JSON.stringify(key)}`, ...key }
    expect(await ada.data(CREATE, { input })).toMatchObject({
      createPost: { post: { content: input.content }, userErrors: [] },
    })
    expect(lost).toHaveBeenCalledTimes(2)
    lost.mockRestore()
    expect(await database.post.count({ where: { content: input.content } })).toBe(1)
    expect(logLines).toEqual([])
  },
)
