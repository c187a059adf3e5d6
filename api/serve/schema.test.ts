import { readFileSync } from 'node:fs'
import { ApolloServer } from '@apollo/server'
import { type GraphQLObjectType, lexicographicSortSchema, printSchema } from 'graphql'
import { expect, test } from 'vitest'
import { testApi } from '#api/test/servers/test-api.ts'
import { schema } from './schema.ts'

const { as, asDemoUser, anonymous, aUser, aPost, aLike, anUpload, posts, theDemoUser } =
  await testApi()
// A copy, because Apollo Server adds a resolver to every field.
const apollo = new ApolloServer({
  schema: lexicographicSortSchema(schema),
  includeStacktraceInErrorResponses: false,
})

const ada = await aUser({ displayName: 'Ada', bio: 'Hello' })
const ben = await aUser()
await theDemoUser()
await posts(30, { by: ada })
const picture = await anUpload({ by: ben })
const post = await aPost({
  by: ben,
  content: 'kind words',
  imageUrl: picture.path,
  mediaId: picture.id,
  imageAlt: 'A smile',
})
const hidden = await aPost({ by: ben, content: 'kind but hidden', hiddenAt: new Date() })
await aLike({ by: ada, of: post })

test('schema.graphql equals the served schema', () => {
  const committed = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')
  expect(`${printSchema(lexicographicSortSchema(schema))}\n`).toBe(committed)
})

test('ids need no promise, and edges no resolver', () => {
  const field = (type: string, name: string) =>
    (schema.getType(type) as GraphQLObjectType).getFields()[name]
  const ids = ['Post', 'User'].map((type) =>
    field(type, 'id')?.resolve?.({ id: ada.id }, {}, {}, {} as never),
  )
  expect(ids).toEqual([expect.stringMatching(/^post_\w{26}$/), ada.publicId])
  const fields = [
    field('PostConnection', 'edges'),
    field('PostConnection', 'pageInfo'),
    field('PostEdge', 'node'),
  ]
  expect(fields).toEqual(fields.map(() => expect.objectContaining({ resolve: undefined })))
})

const POST = `id content imageUrl videoUrl mediaType createdAt likesCount sharesCount isLiked
  image { url smallUrl width height placeholder alt } author { ...Person }`
const PERSON =
  'fragment Person on User { id displayName username bio avatar email followingCount followersCount createdAt }'
const PAGE = `{ edges { cursor node { ${POST} } } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } }`

const operations: [string, Record<string, unknown>?][] = [
  [`{ viewer { ...Person } } ${PERSON}`],
  [`{ feed ${PAGE} } ${PERSON}`],
  [`{ feed(first: 3) { nodes { id } } last: feed(last: 3) { nodes { id } } }`],
  [
    `query ($id: ID!) { user(id: $id) { ...Person posts(first: 4) ${PAGE} } } ${PERSON}`,
    { id: ada.publicId },
  ],
  [`{ user(username: "demouser") { ...Person } } ${PERSON}`],
  [`{ search(query: "kind") ${PAGE} } ${PERSON}`],
  ['{ search(query: "nice something", first: 5) { nodes { content } pageInfo { hasNextPage } } }'],
  [
    `query ($id: ID!) { node(id: $id) { __typename id ... on Post { ${POST} } } } ${PERSON}`,
    { id: post.publicId },
  ],
  [
    'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }',
    { ids: [post.publicId, hidden.publicId, 'demo-user', 'nonsense', ada.publicId] },
  ],
  [
    `mutation ($id: ID!) { likePost(input: { postId: $id }) { post { ${POST} } userErrors { code field message } } } ${PERSON}`,
    { id: post.publicId },
  ],
  [
    'mutation ($id: ID!) { unlikePost(input: { postId: $id }) { post { likesCount isLiked } userErrors { code } } }',
    { id: hidden.publicId },
  ],
  [
    'mutation ($id: ID!) { deletePost(input: { postId: $id }) { deletedPostId post { id } userErrors { code field message } } }',
    { id: post.publicId },
  ],
  [
    'mutation { createPost(input: { content: "the same", clientKey: "same" }) { post { id content } userErrors { code message } } }',
  ],
  [
    'mutation { createPost(input: { content: "" }) { post { id } userErrors { code field message } } }',
  ],
  [
    'mutation { updateProfile(input: { bio: "New" }) { user { bio } userErrors { code field message } } }',
  ],
  ['{ feed(first: 0) { nodes { id } } }'],
  ['{ feed(after: "forged") { nodes { id } } viewer { id } }'],
  ['{ user { id } }'],
  ['{ __schema { types { name fields { name } } } }'],
]

const callers = { Ada: as(ada), 'the demo user': asDemoUser(), anonymous }
const cases = operations.flatMap(([document, variables]) =>
  Object.entries(callers).map(([name, caller]) => ({
    name,
    caller,
    document,
    variables: variables ?? {},
  })),
)

test.each(cases)(
  'Apollo Server gives $name the same result: $document',
  async ({ caller, document, variables }) => {
    const ours = await caller.run(document, variables)
    const { body } = await apollo.executeOperation(
      { query: document, variables },
      { contextValue: { ...caller.context } },
    )
    if (body.kind !== 'single') throw new Error('Expected a single result.')
    const { data, errors } = body.singleResult
    const plain = (
      list: readonly {
        message: string
        path?: unknown
        extensions?: Record<string, unknown>
      }[] = [],
    ) => list.map(({ message, path, extensions }) => ({ message, path, code: extensions?.code }))
    expect(plain(errors)).toEqual(plain(ours.errors))
    expect(JSON.parse(JSON.stringify(data))).toEqual(JSON.parse(JSON.stringify(ours.data)))
    expect(ours.data ?? ours.errors).toBeTruthy()
  },
)
