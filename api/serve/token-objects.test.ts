import {
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  parse,
} from 'graphql'
import { expect, test } from 'vitest'
import type { Context } from '#api/context.ts'
import { scopeOf } from '#api/test/operations/scope-table.ts'
import { everyObject } from '#api/test/people/every-object.ts'
import { isEmpty, plainFieldsOf, withToken } from '#api/test/people/token-reads.ts'
import { testApi } from '#api/test/servers/test-api.ts'
import { type TokenScope, tokenScopes } from '#rules/token-scopes.ts'
import { schema } from './schema.ts'

const api = await testApi()
const { graphql, anonymous, as } = api
const { ann, publicIds, ofOthers } = await everyObject(api)
const session = as(ann)
const viewer = session.context.viewer

const isWrite = (scope: TokenScope) => scope.startsWith('write:')
/** Every set of the scopes of reads, with and without the others, which no read declares. */
const scopeSets = tokenScopes
  .filter((scope) => !isWrite(scope))
  .reduce<TokenScope[][]>(
    (sets, scope) => sets.flatMap((set) => [set, [...set, scope]]),
    [[], tokenScopes.filter(isWrite)],
  )

const isNode = (type: GraphQLNamedType) =>
  isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node')

const leavesOf = (type: GraphQLNamedType) =>
  plainFieldsOf(type)
    .filter((field) => isLeafType(getNamedType(field.type)))
    .map(({ name }) => name)

const MAX_DEPTH = 2

const fieldText = ({ name, args, type }: GraphQLField<unknown, unknown>, depth = 0): string => {
  const page = args.some((arg) => arg.name === 'first') ? '(first: 2)' : ''
  return `${name}${page} ${selectionOf(getNamedType(type), depth)}`
}

/** All plain values of what a field returns, and the objects of what `node` does not find. */
function selectionOf(type: GraphQLNamedType, depth = 0): string {
  if (isLeafType(type)) return ''
  if (isAbstractType(type)) {
    const parts = ['User', 'Post', 'Share', 'Thanks'].map(
      (name) =>
        `... on ${name} { ${leavesOf(schema.getType(name) as GraphQLNamedType).join(' ')} }`,
    )
    return `{ __typename ${parts.join(' ')} }`
  }
  const nodes = isObjectType(type) && type.getFields().nodes
  if (nodes) return `{ nodes ${selectionOf(getNamedType(nodes.type), depth)} }`
  const inner = isNode(type) || depth === MAX_DEPTH ? [] : plainFieldsOf(type)
  const objects = inner
    .filter((field) => !isLeafType(getNamedType(field.type)))
    .map((field) => fieldText(field, depth + 1))
  return `{ ${['__typename', ...leavesOf(type), ...objects].join(' ')} }`
}

/** Tokens reach neither tokens nor webhooks. */
const UNREACHABLE = ['ApiToken', 'Webhook', 'WebhookDelivery']

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

interface Answers {
  token: Json | undefined
  session: Json | undefined
  anonymous: Json | undefined
}

interface Grant {
  scopes: ReadonlySet<string>
  isGranted: boolean
  path: string
}

const at = (value: Json | undefined, key: string): Json | undefined =>
  (value as Record<string, Json> | null | undefined)?.[key]

/** Whether a token with the scopes reads a field as its session does. */
function isGranted(typename: Json | undefined, key: string, scopes: ReadonlySet<string>) {
  const type = schema.getType(String(typename))
  const field = isObjectType(type) ? type.getFields()[key] : undefined
  if (!field) return true
  const scope = scopeOf(field)
  const isReachable = !UNREACHABLE.includes(getNamedType(field.type).name)
  return isReachable && (scope === undefined || scopes.has(scope))
}

/** Compares what a token reads with what its session and an anonymous caller read. */
function compare({ token, session, anonymous }: Answers, grant: Grant): void {
  const { path, scopes } = grant
  const label = `${path} with ${[...scopes].join(' ') || 'no scope'}`
  if (!grant.isGranted && anonymous == null) expect(isEmpty(token), label).toBe(true)
  else if (!grant.isGranted) expect(token, label).toEqual(anonymous)
  else if (token === null || typeof token !== 'object') expect(token, label).toEqual(session)
  else {
    expect(Object.keys(token), label).toEqual(Object.keys(session ?? {}))
    for (const [key, value] of Object.entries(token))
      compare(
        { token: value, session: at(session, key), anonymous: at(anonymous, key) },
        {
          ...grant,
          isGranted: isGranted(at(token, '__typename'), key, scopes),
          path: `${path}.${key}`,
        },
      )
  }
}

const typenameOf = async (id: string) =>
  (await session.data('query ($id: ID!) { node(id: $id) { __typename } }', { id })).node.__typename

const objects = await Promise.all(publicIds.map(async (id) => [await typenameOf(id), id] as const))

test('every type of objects is tried', () => {
  const types = Object.values(schema.getTypeMap()).filter(isNode)
  expect([...new Set(objects.map(([name]) => name))].sort()).toEqual(
    types.map(({ name }) => name).sort(),
  )
})

test.each(objects)(
  'no field of %s says more than the scopes of a token allow',
  async (typename, id) => {
    const type = schema.getType(typename)
    const needed: string[] = [(type && scopeOf(type)) ?? 'read']
    if (ofOthers.includes(id)) needed.push('moderate')
    for (const field of plainFieldsOf(type)) {
      const document = parse(`{ node(id: "${id}") {
        __typename ... on ${typename} { ${fieldText(field)} }
      } }`)
      const read = async (context: Context) => {
        const { data } = await graphql.execute(document, {}, context)
        expect(data, field.name).toHaveProperty('node')
        return data?.node as Json
      }
      const full = await read(session.context)
      const open = await read(anonymous.context)
      for (const set of scopeSets) {
        const context = withToken(anonymous.context, viewer, set)
        const scopes: ReadonlySet<string> = context.token?.scopes ?? new Set()
        const isFound =
          !UNREACHABLE.includes(typename) && needed.every((scope) => scopes.has(scope))
        const answers = { token: await read(context), session: full, anonymous: open }
        compare(answers, { scopes, isGranted: isFound, path: typename })
      }
    }
  },
)
