import {
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { expect, test } from 'vitest'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import { scopeOf } from '#api/test/operations/scope-table.ts'
import { type Caller, testApi } from '#api/test/servers/test-api.ts'
import { schema } from './schema.ts'

const { anonymous, as, asDemoUser, aUser, aPost, theDemoUser } = await testApi()
const ann = await aUser()
const post = await aPost({ by: ann })
const demo = await theDemoUser()
const asAnn = as({ ...ann, role: 'ADMIN' })
const asMember = as(await aUser())
const asModerator = as({ ...(await aUser()), role: 'MODERATOR' })

const fieldsOf = (typename: string) =>
  Object.values((schema.getType(typename) as GraphQLObjectType).getFields())
const objects = Object.values(schema.getTypeMap()).filter(
  (type) => isObjectType(type) && !type.name.startsWith('__'),
)
const typeOf = ({ type }: GraphQLField<unknown, unknown> | GraphQLInputField) =>
  getNamedType(type).name

test('a mutation takes one input, and returns nullable objects and userErrors', () => {
  for (const { name, args, type } of fieldsOf('Mutation')) {
    expect([name, args.map((arg) => arg.name)]).toEqual([name, ['input']])
    const [input] = args
    expect([name, isNonNullType(input?.type) && isInputObjectType(input.type.ofType)]).toEqual([
      name,
      true,
    ])
    const payload = fieldsOf(getNamedType(type).name)
    expect(payload.map((field) => `${field.name}: ${field.type}`)).toContain(
      'userErrors: [UserError!]!',
    )
    const required = payload.filter((field) => isNonNullType(field.type))
    expect(required.map((field) => field.name)).toEqual(['userErrors'])
  }
})

/** Lists of objects that have a fixed bound. */
const BOUNDED = [
  ...['User.apiTokens', 'User.webhooks', 'Query.rules', 'Query.suggestedUsers', 'Query.nodes'],
  ...['FollowNotification.actors', 'LikeNotification.actors', 'ShareNotification.actors'],
  ...['ModerationEvent.reports', 'Report.notes', 'AuthorHistory.decisions'],
]

test('a list of objects is a connection, unless its length has a bound', () => {
  const lists: string[] = []
  for (const { name: typename } of objects) {
    if (/(Connection|Payload)$/.test(typename)) continue
    for (const field of fieldsOf(typename)) {
      const name = `${typename}.${field.name}`
      const isOfObjects = 'getFields' in getNamedType(field.type)
      if (isListType(getNullableType(field.type)) && isOfObjects) lists.push(name)
      if (!typeOf(field).endsWith('Connection')) continue
      const args = field.args.map((arg) => arg.name)
      expect([name, args]).toEqual([
        name,
        expect.arrayContaining(['first', 'after', 'last', 'before']),
      ])
    }
  }
  expect(lists.sort()).toEqual(BOUNDED.sort())
})

const parents: Record<string, (selection: string) => string> = {
  Query: (selection) => `{ ${selection} }`,
  User: (selection) => `{ user(id: "${ann.publicId}") { ${selection} } }`,
  Post: (selection) => `{ node(id: "${post.publicId}") { ... on Post { ${selection} } } }`,
}

test('a page of any list has 1 to 100 entries, counted from one end', async () => {
  for (const [typename, operation] of Object.entries(parents))
    for (const field of fieldsOf(typename)) {
      if (!typeOf(field).endsWith('Connection')) continue
      const query = field.args.some(({ name }) => name === 'query') ? 'query: "kind", ' : ''
      const outcomes = []
      for (const size of ['first: 0', 'first: 101', 'last: 101', 'first: 1, last: 1', 'first: 100'])
        outcomes.push(
          await codeOf(operation(`${field.name}(${query}${size}) { nodes { __typename } }`)),
        )
      expect([field.name, outcomes]).toEqual([field.name, [...Array(4).fill('BAD_INPUT'), null]])
    }
})

async function codeOf(query: string) {
  const { errors } = await asAnn.run(query)
  return errors?.[0]?.extensions.code ?? null
}

/** No scope reaches the last two. */
const PRIVATE = [
  ...fieldsOf('User').filter((field) => scopeOf(field) === 'read:private'),
  ...fieldsOf('User').filter(({ name }) => name === 'apiTokens' || name === 'webhooks'),
]
const selectionOf = (field: GraphQLField<unknown, unknown>) => {
  const type = getNamedType(field.type)
  return 'getFields' in type ? `${field.name} { __typename }` : field.name
}

async function privateFields(id: string, caller: Caller) {
  const { user } = await caller.data<{ user: Record<string, unknown> }>(
    `{ user(id: "${id}") { ${PRIVATE.map(selectionOf).join(' ')} } }`,
  )
  return Object.keys(user).filter((name) => user[name] !== null)
}

test('private fields of a user are null to everyone but the owner', async () => {
  const names = PRIVATE.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      ...['role', 'notifications', 'unreadNotificationsCount', 'notificationSettings'],
      ...['mutedUsers', 'blockedUsers', 'apiTokens', 'webhooks', 'email'],
    ]),
  )
  const owner = as({ ...ann, suspension: { until: null } })
  expect(await privateFields(ann.publicId, owner)).toEqual(names)
  for (const caller of [anonymous, asMember, asModerator, asDemoUser()])
    expect(await privateFields(ann.publicId, caller)).toEqual([])
})

test('the demo user has no private fields', async () => {
  expect(demo.id).toBe(DEMO_USER_UUID)
  expect(await privateFields(demo.publicId, asDemoUser())).toEqual([])
})
