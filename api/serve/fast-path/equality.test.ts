import {
  assertInputObjectType,
  isRequiredInputField,
  type OperationDefinitionNode,
  OperationTypeNode,
  print,
} from 'graphql'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ExampleValues, randomOperation } from '#api/test/operations/random-operation.ts'
import { storedOperations, withFragments } from '#api/test/operations/stored-operations.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { testServer } from '#api/test/servers/server.ts'
import { schema } from '../schema.ts'

// Trusts the cache, as in production.
const server = await testServer({ maxAgeMs: 1e12 })
const { aPost, aLike, aUser } = seeds(server.services)
const [ann, anonymous, moderator] = [server.browser(), server.browser(), server.browser()]
const { id: annId, username } = await ann.signUp()
const author = { id: uuidOf(annId) }
const { email } = await moderator.signUp()
await server.services.database.user.update({ where: { email }, data: { role: 'MODERATOR' } })
const ben = await aUser({ bio: 'Ben, mostly outdoors' })
const posts = []
for (let number = 1; number <= 12; number++)
  posts.push(await aPost({ by: number % 3 ? author : ben, content: `A good thing “${number}” 🌻` }))
await aLike({ by: author, of: posts[10] ?? { id: '' } })

// Advances the clock by a second per document, so that the rate limit compiles each.
let seconds = 0
beforeAll(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => 1000 * ++seconds)
  // Cursors of Following hold the time.
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The value has no meaning, but any such header makes a request ineligible for the fast path. */
const SLOW_PATH = { 'X-Demo-User': '0' }

async function send(caller: TestBrowser, body: object, headers: Record<string, string> = {}) {
  const response = await caller.fetch('/graphql', { json: body, headers })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
  }
}

async function expectSame(caller: TestBrowser, body: object) {
  const expected = await send(caller, body, SLOW_PATH)
  // The slow path compiles it, the next request renders a response, the last reads the cache.
  for (let time = 1; time <= 2; time++)
    expect(await send(caller, body), JSON.stringify(body)).toEqual(expected)
  return expected
}

const { data } = JSON.parse(
  (await send(anonymous, { query: '{ feed(first: 4) { pageInfo { endCursor } } }' }, SLOW_PATH))
    .text,
)
const examples: ExampleValues = {
  userId: annId,
  username,
  postId: posts[10]?.publicId ?? '',
  cursor: data.feed.pageInfo.endCursor,
}

test('1,000 random operations have identical responses on both paths', async () => {
  let succeeded = 0
  for (let seed = 1; seed <= 1000; seed++) {
    const { status } = await expectSame(
      seed % 3 ? ann : anonymous,
      randomOperation(schema, seed, examples),
    )
    if (status === 200) succeeded++
  }
  expect(succeeded).toBeGreaterThan(400)
})

/** Nothing has this id. */
const missing = (prefix: string) => `${prefix}_01h455vb4pex5vsknk084sn02q`

/** What an input has whose required fields are these. */
const exampleIds: Record<string, unknown> = { postId: examples.postId, userId: ben.publicId }

/** Inputs that need more, or ids that do not exist. */
const inputs: Record<string, unknown> = {
  MuteUserInput: { userId: ben.publicId, until: '2099-01-01T00:00:00.000Z' },
  ReportContentInput: { subjectId: ben.publicId, reason: 'SPAM' },
  SharePostInput: { postId: examples.postId, comment: 'Look' },
  BecomeAdministratorInput: { token: 'guessed' },
  // Members are no inviters here, and the moderator's links would differ.
  CreateInvitationInput: { maxUses: 0 },
  RevokeInvitationInput: { invitationId: missing('invitation') },
  ApproveApplicantInput: { userId: missing('application') },
  DeclineApplicantInput: { userId: missing('application') },
  ClaimReportInput: { reportId: missing('report') },
  ReleaseReportInput: { reportId: missing('report') },
  AddModerationNoteInput: { reportId: missing('report'), text: 'Seen' },
  ResolveReportInput: { reportId: missing('report'), action: 'NONE' },
  ReverseDecisionInput: { eventId: missing('moderation') },
  AppealDecisionInput: { eventId: missing('moderation'), text: 'Please look again' },
  DecideAppealInput: { eventId: missing('moderation'), uphold: true },
  DeletePostInput: { postId: missing('post') },
  CreatePostInput: { content: 'Said once', clientKey: 'once' },
  SetRepliesClosedInput: { postId: posts[3]?.publicId, closed: false },
  MarkNotificationsReadInput: { upToId: missing('notification') },
  SendThanksInput: { postId: missing('post'), text: 'Thank you' },
  UpdateProfileInput: { bio: 'The same as before' },
  UpdateNotificationSettingsInput: { likes: true },
  // Another secret would differ.
  CreateApiTokenInput: { name: 'A script', scopes: ['everything'] },
  RevokeApiTokenInput: { apiTokenId: missing('token') },
  // A secret is random, so both paths refuse the address.
  CreateWebhookInput: {
    url: 'http://localhost/',
    subscription: 'subscription { followed { id } }',
  },
  DeleteWebhookInput: { webhookId: missing('webhook') },
  ResumeWebhookInput: { webhookId: missing('webhook') },
  DryRunWebhookInput: { subscription: 'subscription { followed { id } }' },
  RedeliverWebhookInput: { deliveryId: missing('delivery') },
}

function inputOf(type: string): unknown {
  if (inputs[type] !== undefined) return inputs[type]
  const fields = Object.values(assertInputObjectType(schema.getType(type)).getFields())
  const names = fields.filter(isRequiredInputField).map(({ name }) => name)
  const unknown = names.filter((name) => exampleIds[name] === undefined)
  if (unknown.length > 0) throw new Error(`Add an example of ${type} to \`inputs\`.`)
  return Object.fromEntries(names.map((name) => [name, exampleIds[name]]))
}

const values: Record<string, unknown> = {
  id: annId,
  userId: annId,
  postId: examples.postId,
  isFollowers: true,
  username,
  first: 5,
  query: 'good',
  isOwn: false,
  isReplies: true,
  demoUser: 'demo-user',
  isDemo: true,
}

/** Operations that reject a caller as a whole: anonymous callers, and all who are no moderators. */
const NEEDS_MODERATOR = new Set(['Applications'])
const NEEDS_VIEWER = new Set([
  ...['FollowingFeed', 'RestFollowing', 'Hello', 'RestUnanswered'],
  ...NEEDS_MODERATOR,
])

function statusOf(name: string, caller: TestBrowser): number {
  if (caller === anonymous && NEEDS_VIEWER.has(name)) return 401
  return NEEDS_MODERATOR.has(name) && caller !== moderator ? 403 : 200
}

/** Streams have one path. */
const requests = storedOperations.filter(
  ({ operation }) => operation !== OperationTypeNode.SUBSCRIPTION,
)

test.each(requests.map((operation) => [operation.name?.value ?? '', operation] as const))(
  'the stored operation %s has identical responses on both paths',
  async (name, operation) => {
    const variables = Object.fromEntries(
      (operation.variableDefinitions ?? []).flatMap(({ variable, type }) => {
        const { value: name } = variable.name
        const value = name === 'input' ? inputOf(print(type).replace('!', '')) : values[name]
        return value === undefined ||
          (name === 'username' && values.id && operationHas(operation, 'id'))
          ? []
          : [[name, value]]
      }),
    )
    for (const caller of [ann, anonymous, moderator])
      expect(
        await expectSame(caller, { query: print(withFragments(operation)), variables }),
      ).toMatchObject({ status: statusOf(name, caller) })
  },
)

const operationHas = (operation: OperationDefinitionNode, name: string) =>
  operation.variableDefinitions?.some(({ variable }) => variable.name.value === name)

test.each(['application/json', 'application/graphql-response+json', '*/*'])(
  'data beside an error has status 200 on both paths, and an error alone its own (%s)',
  async (accept) => {
    const query = `query ($all: Int!, $one: Int!, $username: String!) {
      feed(first: $all) { nodes { id } }
      user(username: $username) { posts(first: $one) { nodes { id } } }
    }`
    const statuses = async (variables: object) => {
      const body = { query, variables: { username, ...variables } }
      const slow = await send(ann, body, { ...SLOW_PATH, accept })
      const fast = await send(ann, body, { accept })
      expect(fast).toEqual(slow)
      return [fast.status, JSON.parse(fast.text)]
    }
    // The first one is compiled.
    expect(await statuses({ all: 1, one: 1 })).toMatchObject([200, { data: { user: {} } }])
    const errors = [{ extensions: { code: 'BAD_INPUT', field: 'first' } }]
    expect(await statuses({ all: 1, one: 0 })).toMatchObject([
      200,
      { errors, data: { feed: {}, user: null } },
    ])
    expect(await statuses({ all: 0, one: 1 })).toMatchObject([400, { errors, data: null }])
  },
)
