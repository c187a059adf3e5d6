import { expect, test } from 'vitest'
import { createToken } from '#api/test/people/api-tokens.ts'
import { subscribe } from '#api/test/servers/event-stream.ts'
import { testServer } from '#api/test/servers/server.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { examples } from './graphiql-examples.ts'

const { as, aUser, aPost, aLike, services } = await testApi()
const ada = await aUser()
const post = await aPost({ by: await aUser(), content: 'Coffee in the morning sun' })
await aLike({ by: ada, of: post })
await services.database.feedEvent.create({
  data: { id: services.ids.next(), kind: 'SHARE', actorId: ada.id, postId: post.id },
})
await as(ada).data(
  'mutation ($id: ID!) { reportContent(input: { subjectId: $id, reason: SPAM }) { report { id } } }',
  { id: post.publicId },
)
await as(ada).data(
  'mutation { createApiToken(input: { name: "Program", scopes: ["read"] }) { apiToken { id } } }',
)
const isSubscription = (example: string) => /^subscription/m.test(example)

test.each(examples.filter((each) => !isSubscription(each)))(
  'the example runs: %s',
  async (example) => {
    const text = JSON.stringify(await as(ada).data(example))
    expect(text).toMatch(/"(?:content|scopes)":/)
    expect(text).not.toContain('"code":')
  },
)

test('a tab says how to send a token', async () => {
  const [, header = ''] = /# (\{ "Authorization": .*\})/.exec(examples.join('')) ?? []
  const { Authorization } = JSON.parse(header) as { Authorization: string }
  const server = await testServer({ database: services.database })
  const owner = server.browser()
  const { id } = await owner.signUp()
  const { secret } = await createToken(owner, ['read'])
  const response = await server.browser().fetch('/graphql', {
    json: { query: '{ viewer { id } }' },
    headers: { Authorization: Authorization.replace('gv_…', secret) },
  })
  expect(await response.json()).toEqual({ data: { viewer: { id } } })
})

test.each(examples.filter(isSubscription))('the example streams: %s', async (query) => {
  const server = await testServer({ database: services.database })
  // The media types that GraphiQL's client accepts.
  const headers = { accept: 'application/json, text/event-stream, multipart/mixed' }
  const stream = await subscribe(server.browser(), { query, headers })
  expect((await stream.next()).data.feedUpdated.newestId).toMatch(/^post_/)
})
