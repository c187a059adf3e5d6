import fc, { type Arbitrary } from 'fast-check'
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isObjectType,
} from 'graphql'
import { schema } from '#api/serve/schema.ts'
import { type Answer, type AnyRequest, parsed } from './request.ts'
import { problemIn, some } from './rows.ts'
import { anyJson, type Known, valueFor } from './values.ts'

const DEEPEST = 4
const CODES =
  /^(BAD_INPUT|UNAUTHENTICATED|FORBIDDEN|NOT_FOUND|CONFLICT|TOO_LARGE|UNSUPPORTED_MEDIA|RATE_LIMITED|OUT_OF_SPACE|GRAPHQL_\w+)$/

interface Operation {
  query: string
  /** Inputs by the names of their variables. */
  inputs: { variable: string; name: string; type: GraphQLInputType }[]
  changes: boolean
}

/** Some operation that the schema offers, with anything at each of its inputs. */
export function anyOperation(known: Known): Arbitrary<AnyRequest> {
  const all = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    root ? Object.values(root.getFields()).map((field) => operationOf(root, field)) : [],
  )
  return fc.oneof(...all.map((operation) => requestOf(operation, known)))
}

function operationOf(root: GraphQLObjectType, field: GraphQLField<unknown, unknown>): Operation {
  const inputs: Operation['inputs'] = []
  const ask = ({ name, args, type }: GraphQLField<unknown, unknown>, depth: number): string => {
    const given = args.map((each) => {
      const variable = `v${inputs.length}`
      inputs.push({ variable, name: each.name, type: each.type })
      return `${each.name}: $${variable}`
    })
    return `${name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${selection(getNamedType(type), depth)}`
  }
  const selection = (type: GraphQLNamedType, depth: number): string => {
    if (isInterfaceType(type))
      return `{ __typename ${schema
        .getPossibleTypes(type)
        .map((each) => `... on ${each.name} ${selection(each, depth + 1)}`)
        .join(' ')} }`
    if (!isObjectType(type)) return ''
    const fields = Object.values(type.getFields()).filter(
      (each) => depth < DEEPEST || isLeafType(getNamedType(each.type)),
    )
    // A page in a page in a page costs too much whatever is given, and says nothing of the inputs.
    return `{ __typename ${fields
      .filter(({ args }) => depth < 3 || args.length === 0)
      .map((each) => ask(each, depth + 1))
      .join(' ')} }`
  }
  const asked = ask(field, 1)
  const declared = inputs.map(({ variable, type }) => `$${variable}: ${type}`).join(', ')
  const changes = root === schema.getMutationType()
  return {
    query: `${changes ? 'mutation' : 'query'} ${declared ? `(${declared})` : ''} { ${asked} }`,
    inputs,
    changes,
  }
}

function requestOf({ query, inputs, changes }: Operation, known: Known): Arbitrary<AnyRequest> {
  const byVariable = new Map(inputs.map((each) => [each.variable, each]))
  const variables = some([...byVariable.keys()], (variable) => {
    const { name = '', type } = byVariable.get(variable) ?? {}
    const named = getNamedType(type)
    const fields = isInputObjectType(named) ? Object.keys(named.getFields()) : []
    const object = some(fields, (each) => valueFor(each, known)) as Arbitrary<unknown>
    return fields.length > 0
      ? fc.oneof({ weight: 5, arbitrary: object }, { weight: 1, arbitrary: anyJson })
      : valueFor(name, known)
  })
  const whole = fc.oneof(
    { weight: 9, arbitrary: variables as Arbitrary<unknown> },
    { weight: 1, arbitrary: anyJson },
  )
  const form = fc.constantFrom('application/json', 'application/graphql-response+json')
  return fc.record({ whole, form, byAddress: fc.boolean() }).map(({ whole, form, byAddress }) => {
    const text = JSON.stringify(whole)
    const short = byAddress && !changes && text.length < 2_000
    return {
      method: short ? 'GET' : 'POST',
      path: short ? `/graphql?${new URLSearchParams({ query, variables: text })}` : '/graphql',
      headers: { accept: form, ...(!short && { 'content-type': 'application/json' }) },
      ...(!short && { body: JSON.stringify({ query, variables: whole }) }),
      judge,
    }
  })
}

interface Result {
  data?: unknown
  errors?: { message: unknown; extensions?: { code?: unknown } }[]
}

function judge(answer: Answer): string | null {
  const { status, type, text } = answer
  // Percent signs can make an address three times as long as its texts are, which is too long for any.
  if (status === 431) return problemIn(answer)
  if (!/^application\/(graphql-response\+)?json; charset=utf-8$/.test(type))
    return 'It is no result of GraphQL.'
  const { data, errors } = (parsed(text) ?? {}) as Result
  if (data === undefined && errors === undefined) return 'It has neither data nor errors.'
  if (status !== 200 && !errors) return 'It does not say why it was refused.'
  for (const { message, extensions } of errors ?? []) {
    if (typeof message !== 'string' || message.trim() === '') return 'An error has no words.'
    const code = extensions?.code
    // GraphQL's own words about a document have no code.
    if (code !== undefined && !CODES.test(String(code))) return `An error has the code ${code}.`
  }
  return null
}
