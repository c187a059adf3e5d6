import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  isLeafType,
  isNonNullType,
  parse,
} from 'graphql'
import { expect, test } from 'vitest'
import type { Context } from '#api/context.ts'
import { thanksById } from '#api/features/thanks/thanks.read.ts'
import { toPublicId } from '#api/lib/ids.ts'
import { operationsOf } from '#api/test/operations/example-operations.ts'
import { scopeOf, scopePage } from '#api/test/operations/scope-table.ts'
import { aViewer } from '#api/test/people/a-viewer.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { grantOf, withPresentViewer, withScope } from '#api/token-grant.ts'
import { type TokenScope, tokenScopes } from '#rules/token-scopes.ts'
import { schema } from './schema.ts'

const { services, graphql, anonymous, as, aUser, aPost, aLike } = await testApi()
const { database, ids } = services
const ann = await aUser({ bio: 'Ann' })
const ben = await aUser({ bio: 'Ben' })
const viewer = aViewer({ id: ann.id, role: 'ADMIN' })
const session = as(viewer)
const post = await aPost({ by: ben, content: 'A good thing' })
const ownPost = await aPost({ by: ann, content: 'My good thing' })
await aLike({ by: ann, of: post })
await database.follow.create({ data: { id: ids.next(), followerId: ann.id, followeeId: ben.id } })

/** Every set of scopes. */
const scopeSets = Array.from({ length: 2 ** tokenScopes.length }, (_, bits) =>
  tokenScopes.filter((_scope, index) => bits & (1 << index)),
)

const contextWith = (scopes: readonly TokenScope[]): Context => ({
  ...anonymous.context,
  token: grantOf(viewer, scopes),
})

const run = (document: DocumentNode, variables: Record<string, unknown>, context: Context) =>
  graphql.execute(document, variables, context)

/** What a caller learns: the data, and why there is none. */
function learned({ data, errors = [] }: ExecutionResult) {
  const reasons = errors.map(({ extensions }) => extensions.reason ?? extensions.code)
  return JSON.stringify({ data, reasons })
}

/** Whether all that a result says is that the scope is missing. */
function namesScope(
  { data, errors = [] }: ExecutionResult,
  scope: TokenScope | undefined,
  refusedAs: 'FORBIDDEN' | 'UNAUTHENTICATED',
): boolean {
  const payloads = Object.values(data ?? {}) as ({ userErrors?: Refusal[] } | null)[]
  const refusals = [
    ...errors.map(({ message, extensions }) => ({ message, ...extensions }) as Refusal),
    ...payloads.flatMap((payload) => payload?.userErrors ?? []),
  ]
  return (
    refusals.length > 0 &&
    refusals.every(({ code, reason, message }) =>
      scope
        ? code === refusedAs && reason === 'SCOPE_MISSING' && message.includes(`scope ${scope}.`)
        : code === refusedAs && reason === 'TOKEN_NOT_ALLOWED',
    )
  )
}

interface Refusal {
  code: string
  reason: string
  message: string
}

test('docs/token-scopes.md says what the schema declares', async () => {
  await expect(scopePage(schema)).toMatchFileSnapshot('../../docs/token-scopes.md')
})

const leaves = (type: GraphQLObjectType) =>
  Object.values(type.getFields())
    .filter(
      ({ type: each, args, extensions }) =>
        isLeafType(getNamedType(each)) && args.length === 0 && !scopeOf({ extensions }),
    )
    .map(({ name }) => name)

/** A selection of all plain values of a field's objects. */
function selectionOf(type: Parameters<typeof getNamedType>[0]): string {
  const named = getNamedType(type)
  if (!isCompositeType(named)) return ''
  if (!('getFields' in named)) return '{ __typename }'
  const { nodes } = named.getFields()
  if (nodes) return `{ nodes ${selectionOf(nodes.type)} }`
  return `{ __typename ${leaves(named as GraphQLObjectType).join(' ')} }`
}

/** Queries of one field each, of objects that the account can see. */
function fieldQueries(typename: string, path: (selection: string) => string) {
  const type = schema.getType(typename) as GraphQLObjectType
  return Object.values(type.getFields())
    .filter(({ args }) => args.every((arg) => !isNonNullType(arg.type)))
    .map((field) => ({
      name: `${typename}.${field.name}`,
      scope: scopeOf(field),
      query: path(`{ ${field.name} ${selectionOf(field.type)} }`),
    }))
}

const feedScope = (name: string) =>
  `query { feed(scope: ${name}) { nodes { id isLiked author { username } } } }`
interface OneQuery {
  name: string
  scope: TokenScope | undefined
  query: string
  variables?: Record<string, unknown>
}

const queries: OneQuery[] = [
  ...operationsOf(schema, 'query').map(({ name, field, json }) => ({
    name,
    scope: scopeOf(field),
    query: json.query,
    variables: json.variables,
  })),
  { name: 'feed FOLLOWING', scope: 'read', query: feedScope('FOLLOWING') },
  { name: 'feed EVERYONE', scope: 'read', query: feedScope('EVERYONE') },
  ...fieldQueries('User', (fields) => `{ user(id: "${ann.publicId}") ${fields} }`),
  ...fieldQueries('User', (fields) => `{ user(id: "${ben.publicId}") ${fields} }`),
  ...fieldQueries('Post', (fields) => `{ node(id: "${post.publicId}") { ... on Post ${fields} } }`),
  ...fieldQueries(
    'Post',
    (fields) => `{ node(id: "${ownPost.publicId}") { ... on Post ${fields} } }`,
  ),
]

test('no query answers more than the scopes of a token allow', async () => {
  for (const { name, scope, query, variables = {} } of queries) {
    const document = parse(query)
    const full = learned(await run(document, variables, session.context))
    const public_ = learned(await run(document, variables, anonymous.context))
    const check = async (scopes: readonly TokenScope[]) => {
      const context = contextWith(scopes)
      const result = await run(document, variables, context)
      const label = `${name} with ${scopes.join(' ') || 'no scope'}`
      const isRefused = namesScope(result, scope, 'UNAUTHENTICATED')
      const allowed = [full, public_].includes(learned(result)) || isRefused
      expect(allowed, label).toBe(true)
      const isGranted = scope !== undefined && context.token?.scopes.has(scope)
      // A plain field depends on how its object was read.
      const isPlain = scope === undefined && name.includes('.')
      if (isGranted) expect(learned(result), label).toBe(full)
      else if (!isPlain && learned(result) !== public_) expect(isRefused, label).toBe(true)
    }
    await Promise.all(scopeSets.map(check))
  }
})

test('no mutation runs without its scope', async () => {
  for (const { name, field, json } of operationsOf(schema, 'mutation')) {
    const scope = scopeOf(field)
    const document = parse(json.query)
    for (const scopes of scopeSets) {
      const context = contextWith(scopes)
      const result = await run(document, json.variables, context)
      const isGranted = scope !== undefined && (context.token?.scopes.has(scope) ?? false)
      const label = `${name} with ${scopes.join(' ') || 'no scope'}`
      expect(namesScope(result, scope, 'FORBIDDEN'), label).toBe(!isGranted)
    }
  }
})

async function opens(name: string, args: Record<string, unknown>, context: Context) {
  const field = schema.getSubscriptionType()?.getFields()[name]
  const info = { operation: {} } as never
  try {
    const source = await field?.subscribe?.(undefined, args, context, info)
    await (source as AsyncGenerator | undefined)?.return(undefined)
    return 'open'
  } catch (error) {
    return error instanceof GraphQLError
      ? `${error.extensions.reason}: ${error.message}`
      : String(error)
  }
}

test('no subscription opens without its scope', async () => {
  const cases: Record<string, Record<string, unknown>> = {
    feedUpdated: { scope: 'FOLLOWING' },
    postCreated: { scope: 'FOLLOWING' },
    followed: {},
    notificationsUpdated: {},
    replyCreated: { postId: post.publicId },
    live: { scope: 'FOLLOWING' },
  }
  const open = { postUpdated: { ids: [post.publicId] } }
  const declared = Object.values(schema.getSubscriptionType()?.getFields() ?? {})
  expect(Object.keys({ ...cases, ...open }).sort()).toEqual(declared.map(({ name }) => name).sort())
  for (const scopes of scopeSets) {
    const context = contextWith(scopes)
    for (const [name, args] of Object.entries(open))
      expect(await opens(name, args, context)).toBe('open')
    for (const field of declared) {
      const args = cases[field.name]
      const scope = scopeOf(field) as TokenScope
      if (!args) continue
      expect(await opens(field.name, args, context)).toEqual(
        context.token?.scopes.has(scope)
          ? 'open'
          : expect.stringMatching(new RegExp(`^SCOPE_MISSING: .*scope ${scope}\\.`)),
      )
    }
  }
})

test('private objects do not exist for tokens without their scope', async () => {
  const thanks = { id: ids.next(), senderId: ann.id, postId: post.id, text: 'Thank you' }
  await database.thanks.create({ data: thanks })
  const subject = { subjectType: 'USER' as const, subjectId: ben.id, authorId: ben.id }
  const report = { id: ids.next(), reporterId: ann.id, reason: 'SPAM' as const, ...subject }
  await database.report.create({ data: report })
  const notification = { id: ids.next(), userId: ann.id, kind: 'REPORT_OUTCOME' as const }
  await database.notification.create({ data: { ...notification, reportId: report.id } })
  const invitation = { id: ids.next(), inviterId: ann.id, code: 'a'.repeat(24), maxUses: 1 }
  await database.invitation.create({
    data: { ...invitation, expiresAt: new Date(Date.now() + 1e6) },
  })
  const publicIds = [
    toPublicId('Thanks', thanks.id),
    toPublicId('Report', report.id),
    toPublicId('Notification', notification.id),
    toPublicId('Invitation', invitation.id),
  ]
  const document = parse('query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }')
  const found = async (context: Context) => {
    const { data } = await run(document, { ids: publicIds }, context)
    const { nodes } = data as { nodes: unknown[] }
    return nodes.map((node) => node !== null)
  }
  expect(await found(session.context)).toEqual([true, true, true, true])
  for (const scopes of scopeSets)
    expect(await found(contextWith(scopes))).toEqual(Array(4).fill(scopes.includes('read:private')))
  expect(await thanksById([thanks.id], contextWith(['read:private']))).toEqual([null])
})

test('events of a stream keep the powers of its token', () => {
  const suspended = { ...viewer, suspension: { until: null } }
  const context = contextWith(['read'])
  expect(withPresentViewer(context, suspended).viewer).toBeNull()
  expect(withPresentViewer(withScope('read', context), suspended).viewer).toMatchObject({
    role: 'MEMBER',
    suspension: { until: null },
  })
  expect(withPresentViewer(withScope('read', context), null).viewer).toBeNull()
})
