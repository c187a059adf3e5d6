import type { DocumentNode, ExecutionResult } from 'graphql'
import { expect, test } from 'vitest'
import { toPublicId } from '#api/lib/ids.ts'
import { clientOperations, withFragments } from '#api/test/operations/stored-operations.ts'
import { moderation } from '#api/test/people/moderation.ts'
import { type Caller, testApi } from '#api/test/servers/test-api.ts'
import { demoUser } from '#rules/demo-user.ts'

const {
  as,
  asDemoUser,
  anonymous,
  aPost,
  aReply,
  aUser,
  posts,
  services,
  theDemoUser,
  statements,
} = await testApi({ maxAgeMs: 60_000 })

const ada = await aUser({ username: 'ada' })
const ben = await aUser()
await theDemoUser()
const skylark = await aPost({ by: ada, content: 'A skylark over the field' })
await posts(30, { by: ada })
const reply = await aReply({ by: ben, to: skylark })
const webhook = await services.database.webhook.create({
  data: {
    ...{ id: services.ids.next(), ownerId: ada.id, url: 'https://example.org/', secret: 'sealed' },
    subscription: 'subscription { followed { id } }',
    kinds: ['FOLLOW'],
    scope: 'TOPICS',
  },
})
// Fills the cache.
await services.recentPosts?.get('recent')
// The first search reads the common words in the background.
await statements.of(() => anonymous.data('{ search(query: "skylark") { nodes { id } } }'))
await statements.sent(/pg_stats/)

/** Variables of the queries that need some. Every query runs for all callers. */
const variablesOf: Record<string, Record<string, unknown>[]> = {
  Explore: [{ query: 'skylark' }, { query: 'nice' }],
  ExplorePeople: [{ query: 'ada' }],
  FollowChoices: [{ query: 'ada' }],
  LikedBy: [{ postId: skylark.publicId }],
  ModeratedReport: [{ id: await moderation({ as, aUser }).aReport(skylark, ben) }],
  People: [
    { isFollowers: true, username: 'ada' },
    { isFollowers: false, username: 'ada' },
  ],
  PersonEntries: [{ userId: ada.publicId }],
  Post: [{ postId: skylark.publicId }, { postId: reply.publicId }],
  Profile: [
    { isOwn: true, isReplies: false },
    { isOwn: false, isReplies: false, username: 'ada' },
    { isOwn: false, isReplies: false, id: ada.publicId },
    { isOwn: false, isReplies: true, username: 'ada' },
  ],
  SharedByPeople: [{ postId: skylark.publicId }],
  ThreadEntries: [{ postId: skylark.publicId }],
  Viewer: [
    { demoUser: demoUser.id, isDemo: false },
    { demoUser: demoUser.id, isDemo: true },
  ],
  WebhookDeliveries: [{ id: toPublicId('Webhook', webhook.id), first: 20 }],
}
const callers = {
  ada: as(ada),
  ben: as(ben),
  'the demo user': asDemoUser(),
  'an anonymous caller': anonymous,
}

const cases = clientOperations
  .filter(({ operation }) => operation === 'query')
  .map((operation) => ({ name: operation.name?.value ?? '', document: withFragments(operation) }))
  .sort((a, b) => a.name.localeCompare(b.name))
  .flatMap(({ name, document }) =>
    (variablesOf[name] ?? [{}]).map((variables, index) => ({ name, index, document, variables })),
  )

// After a deliberate change, `npx vitest run api/serve/statements.test.ts -u` writes the numbers.
test.each(cases)('the statements of $name, example $index', async ({ document, variables }) => {
  const statementsOfPages: Record<string, string> = {}
  for (const [name, caller] of Object.entries(callers)) {
    const first = await countedPage(caller, document, variables)
    const after = listIn(first.data)?.pageInfo.endCursor
    const next = after ? [await countedPage(caller, document, { ...variables, after })] : []
    statementsOfPages[name] = [first, ...next].map(({ count }) => count).join(', ')
  }
  // A query that needs variables has examples above.
  expect(Object.values(statementsOfPages)).not.toContain('BAD_INPUT')
  expect(statementsOfPages).toMatchSnapshot()
})

async function countedPage(
  caller: Caller,
  document: DocumentNode,
  variables: Record<string, unknown>,
) {
  let result: ExecutionResult = {}
  const sent = await statements.of(async () => {
    result = await caller.execute(document, variables)
  })
  const { data, errors } = result
  return { data, count: errors ? errors[0]?.extensions.code : sent.length }
}

interface Listed {
  pageInfo: { endCursor: string | null }
}

/** The first connection in a result. */
function listIn(value: unknown): Listed | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if ('pageInfo' in value) return value as Listed
  for (const child of Object.values(value)) {
    const list = listIn(child)
    if (list) return list
  }
  return undefined
}
