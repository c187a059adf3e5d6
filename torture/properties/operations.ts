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
import { type AnyRequest, parseJson, type ReceivedResponse } from './request.ts'
import { invalidProblem, optionalFields } from './rest-requests.ts'
import { anyJson, type ExistingValues, valueFor } from './values.ts'

const MAX_DEPTH = 4
const ERROR_CODES =
  /^(BAD_INPUT|UNAUTHENTICATED|FORBIDDEN|NOT_FOUND|CONFLICT|TOO_LARGE|UNSUPPORTED_MEDIA|RATE_LIMITED|OUT_OF_SPACE|GRAPHQL_\w+)$/

interface Operation {
  query: string
  inputs: { variable: string; name: string; type: GraphQLInputType }[]
  isMutation: boolean
}

/** An operation of the schema with arbitrary inputs. */
export function anyOperation(existing: ExistingValues): Arbitrary<AnyRequest> {
  const all = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    root ? Object.values(root.getFields()).map((field) => operationOf(root, field)) : [],
  )
  return fc.oneof(...all.map((operation) => requestOf(operation, existing)))
}

function operationOf(root: GraphQLObjectType, field: GraphQLField<unknown, unknown>): Operation {
  const inputs: Operation['inputs'] = []
  const fieldText = (
    { name, args, type }: GraphQLField<unknown, unknown>,
    depth: number,
  ): string => {
    const argumentTexts = args.map((argument) => {
      const variable = `v${inputs.length}`
      inputs.push({ variable, name: argument.name, type: argument.type })
      return `${argument.name}: $${variable}`
    })
    return `${name}${argumentTexts.length > 0 ? `(${argumentTexts.join(', ')})` : ''} ${selection(getNamedType(type), depth)}`
  }
  const selection = (type: GraphQLNamedType, depth: number): string => {
    if (isInterfaceType(type))
      return `{ __typename ${schema
        .getPossibleTypes(type)
        .map((possible) => `... on ${possible.name} ${selection(possible, depth + 1)}`)
        .join(' ')} }`
    if (!isObjectType(type)) return ''
    const fields = Object.values(type.getFields()).filter(
      (field) => depth < MAX_DEPTH || isLeafType(getNamedType(field.type)),
    )
    // Deeply nested pages always exceed the cost limit.
    return `{ __typename ${fields
      .filter(({ args }) => depth < 3 || args.length === 0)
      .map((field) => fieldText(field, depth + 1))
      .join(' ')} }`
  }
  const rootField = fieldText(field, 1)
  const declared = inputs.map(({ variable, type }) => `$${variable}: ${type}`).join(', ')
  const isMutation = root === schema.getMutationType()
  return {
    query: `${isMutation ? 'mutation' : 'query'} ${declared ? `(${declared})` : ''} { ${rootField} }`,
    inputs,
    isMutation,
  }
}

function requestOf(
  { query, inputs, isMutation }: Operation,
  existing: ExistingValues,
): Arbitrary<AnyRequest> {
  const byVariable = new Map(inputs.map((input) => [input.variable, input]))
  const variables = optionalFields([...byVariable.keys()], (variable) => {
    const { name = '', type } = byVariable.get(variable) ?? {}
    const named = getNamedType(type)
    const fields = isInputObjectType(named) ? Object.keys(named.getFields()) : []
    const object = optionalFields(fields, (name) => valueFor(name, existing)) as Arbitrary<unknown>
    return fields.length > 0
      ? fc.oneof({ weight: 5, arbitrary: object }, { weight: 1, arbitrary: anyJson })
      : valueFor(name, existing)
  })
  const whole = fc.oneof(
    { weight: 9, arbitrary: variables as Arbitrary<unknown> },
    { weight: 1, arbitrary: anyJson },
  )
  const accept = fc.constantFrom('application/json', 'application/graphql-response+json')
  return fc
    .record({ whole, accept, prefersGet: fc.boolean() })
    .map(({ whole, accept, prefersGet }) => {
      const text = JSON.stringify(whole)
      const usesGet = prefersGet && !isMutation && text.length < 2_000
      return {
        method: usesGet ? 'GET' : 'POST',
        path: usesGet ? `/graphql?${new URLSearchParams({ query, variables: text })}` : '/graphql',
        headers: { accept, ...(!usesGet && { 'content-type': 'application/json' }) },
        ...(!usesGet && { body: JSON.stringify({ query, variables: whole }) }),
        validate,
      }
    })
}

interface Result {
  data?: unknown
  errors?: { message: unknown; extensions?: { code?: unknown } }[]
}

function validate(response: ReceivedResponse): string | null {
  const { status, type, text } = response
  // Percent-encoding can make a URL too long.
  if (status === 431) return invalidProblem(response)
  if (!/^application\/(graphql-response\+)?json; charset=utf-8$/.test(type))
    return 'The response is not a GraphQL result.'
  const { data, errors } = (parseJson(text) ?? {}) as Result
  if (data === undefined && errors === undefined) return 'The response has neither data nor errors.'
  if (status !== 200 && !errors) return 'The rejection has no errors.'
  for (const { message, extensions } of errors ?? []) {
    if (typeof message !== 'string' || message.trim() === '') return 'An error has no message.'
    const code = extensions?.code
    // Validation errors of GraphQL.js have no code.
    if (code !== undefined && !ERROR_CODES.test(String(code)))
      return `An error has the code ${code}.`
  }
  return null
}
