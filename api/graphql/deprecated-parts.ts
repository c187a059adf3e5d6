import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql'

/** Unix times of deprecation by schema coordinate, such as `User.name` or `Query.feed(sort:)`. */
export type DeprecatedParts = ReadonlyMap<string, number>

interface Part {
  name: string
  deprecationReason?: string | null | undefined
}

const SINCE = / Since (\d{4}-\d{2}-\d{2})\.$/
const MS_PER_SECOND = 1000

/**
 * The deprecated fields, arguments, input fields and enum values of a schema.
 * @throws RangeError for a deprecation whose reason does not end in "Since 2026-11-25."
 */
export function deprecatedParts(schema: GraphQLSchema): DeprecatedParts {
  return new Map(Object.values(schema.getTypeMap()).flatMap(partsOf))
}

function partsOf(type: GraphQLNamedType): [string, number][] {
  if (isIntrospectionType(type)) return []
  if (isEnumType(type)) return dated(type.getValues(), ({ name }) => `${type.name}.${name}`)
  if (isInputObjectType(type))
    return dated(Object.values(type.getFields()), ({ name }) => `${type.name}.${name}`)
  if (!isObjectType(type) && !isInterfaceType(type)) return []
  const fields = Object.values(type.getFields())
  return [
    ...dated(fields, ({ name }) => `${type.name}.${name}`),
    ...fields.flatMap((field) =>
      dated(field.args, ({ name }) => `${type.name}.${field.name}(${name}:)`),
    ),
  ]
}

function dated(parts: readonly Part[], coordinate: (part: Part) => string): [string, number][] {
  return parts.flatMap((part): [string, number][] => {
    if (part.deprecationReason == null) return []
    const since = Date.parse(SINCE.exec(part.deprecationReason)?.[1] ?? '')
    if (Number.isNaN(since))
      throw new RangeError(
        `The deprecation of ${coordinate(part)} must end in its date: "Since 2026-11-25."`,
      )
    return [[coordinate(part), since / MS_PER_SECOND]]
  })
}

/** The coordinates that a document names, in the order of the document. */
export function coordinatesIn(schema: GraphQLSchema, document: DocumentNode): Set<string> {
  const types = new TypeInfo(schema)
  const coordinates = new Set<string>()
  const fieldAt = () => `${types.getParentType()?.name}.${types.getFieldDef()?.name}`
  const inputAt = (type: GraphQLInputType | null | undefined, name: string) =>
    coordinates.add(`${getNamedType(type ?? undefined)?.name}.${name}`)
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: () => void coordinates.add(fieldAt()),
      Argument: ({ name }) => void coordinates.add(`${fieldAt()}(${name.value}:)`),
      ObjectField: ({ name }) => void inputAt(types.getParentInputType(), name.value),
      EnumValue: ({ value }) => void inputAt(types.getInputType(), value),
    }),
  )
  return coordinates
}

/** The coordinates of input fields and enum values that variables name. */
export function coordinatesInVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Set<string> {
  const coordinates = new Set<string>()
  const read = (type: GraphQLNamedType | undefined, value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) read(type, each)
    else if (isEnumType(type)) coordinates.add(`${type.name}.${String(value)}`)
    else if (isInputObjectType(type) && typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value)) {
        coordinates.add(`${type.name}.${name}`)
        read(getNamedType(type.getFields()[name]?.type), each)
      }
  }
  for (const { type, variable } of variableDefinitions)
    read(getNamedType(typeFromAST(schema, type)), variables[variable.name.value])
  return coordinates
}

/** The names of all types that variables of an operation can have values of. */
export function typesOfVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): Set<string> {
  const names = new Set<string>()
  const collect = (type: GraphQLNamedType | undefined): void => {
    if (!type || names.has(type.name)) return
    names.add(type.name)
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) collect(getNamedType(field.type))
  }
  for (const { type } of variableDefinitions) collect(getNamedType(typeFromAST(schema, type)))
  return names
}
