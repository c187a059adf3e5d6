import {
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  type OperationTypeNode,
} from 'graphql'

/** No object has these ids, so an operation that is allowed changes nothing. */
export const missing = (prefix: string) => `${prefix}_01h455vb4pex5vsknk084sn02q`
export const examples: Record<string, unknown> = {
  postId: missing('post'),
  userId: missing('user'),
  subjectId: missing('post'),
  invitationId: missing('invitation'),
  reportId: missing('report'),
  eventId: missing('moderation'),
  apiTokenId: missing('token'),
  // Not a scope, so that no token is created.
  scopes: ['none'],
  id: missing('post'),
  ids: [missing('post')],
  action: 'NONE',
  closed: true,
  uphold: true,
}

type Field = GraphQLField<unknown, unknown>

function argumentsOf({ args }: Field): Record<string, unknown> {
  const example = (name: string, type: Field['args'][number]['type']): unknown => {
    const named = getNamedType(type)
    if (isInputObjectType(named)) return inputOf(named)
    return examples[name] ?? (isEnumType(named) ? named.getValues()[0]?.name : 'Hello')
  }
  const inputOf = (type: GraphQLInputObjectType) =>
    Object.fromEntries(
      Object.values(type.getFields())
        .filter((field) => isNonNullType(field.type))
        .map(({ name, type: each }) => [name, example(name, each)]),
    )
  return Object.fromEntries(
    args
      .filter(({ name, type }) => isNonNullType(type) || name === 'id')
      .map(({ name, type }) => [name, example(name, type)]),
  )
}

/** Each operation of the schema, with its required arguments. */
export function operationsOf(schema: GraphQLSchema, kind: 'query' | 'mutation' | 'subscription') {
  const type = schema.getRootType(kind as OperationTypeNode)
  return Object.values(type?.getFields() ?? {}).map((field) => {
    const values = argumentsOf(field)
    const used = field.args.filter(({ name }) => name in values)
    const declared = used.map(({ name, type: each }) => `$${name}: ${each}`).join(', ')
    const passed = used.map(({ name }) => `${name}: $${name}`).join(', ')
    const errors = kind === 'mutation' ? '{ userErrors { code reason message } }' : '{ __typename }'
    const selection = isCompositeType(getNamedType(field.type)) ? errors : ''
    const call = `${field.name}${passed && `(${passed})`} ${selection}`
    const query = `${kind} Row${declared && `(${declared})`} { ${call} }`
    return { name: `${kind} ${field.name}`, field, json: { query, variables: values } }
  })
}
