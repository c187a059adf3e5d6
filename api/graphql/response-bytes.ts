import type { FieldComplexity } from '@pothos/plugin-complexity'
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLString,
  getArgumentValues,
  getNamedType,
  getOperationAST,
  getVariableValues,
  isAbstractType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { limits } from '#rules/limits.ts'

/** The most that a response may have, without what JSON escapes. */
export const MAX_RESPONSE_BYTES = 4 * 1024 * 1024

/** A number, a time, an id, or the name of a type. */
const SMALL = 64
const CURSOR = 320
const cursors = new Set(['cursor', 'startCursor', 'endCursor'])
/** Of a name in a response: quotes, a colon and a comma. */
const PUNCTUATION = 4

/**
 * The extension of a text field with another bound than `limits.textBytes`.
 * @param maxBytes in UTF-8
 */
export const upTo = (maxBytes: number) => ({ maxBytes }) as const

function boundOf({ name, extensions }: GraphQLField<unknown, unknown>): number {
  if (cursors.has(name)) return CURSOR
  return (extensions.maxBytes as number | undefined) ?? limits.textBytes
}

/**
 * The largest response of an operation: each name and value counts with its bound in bytes, times
 * the number of rows that can contain it. Takes time for each selection with fragments expanded, so
 * the cost has to be checked first.
 */
export function responseBytes(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
): number {
  const operation = getOperationAST(document)
  const root = operation && schema.getRootType(operation.operation)
  if (!root) return 0
  const { coerced = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each)

  return bytesOf([operation.selectionSet], root)

  /** Of the largest possible object type. */
  function bytesOf(sets: readonly SelectionSetNode[], type: GraphQLNamedType): number {
    const types = isAbstractType(type) ? schema.getPossibleTypes(type) : [type]
    return Math.max(0, ...types.filter(isObjectType).map((each) => bytesOfObject(sets, each)))
  }

  function bytesOfObject(sets: readonly SelectionSetNode[], type: GraphQLObjectType): number {
    const fields = new Map<string, FieldNode[]>()
    for (const set of sets) collect(set, type, fields)
    const bytes = [...fields].map(
      ([name, nodes]) => name.length + PUNCTUATION + bytesOfField(nodes, type),
    )
    return bytes.reduce((sum, each) => sum + each, 0)
  }

  function bytesOfField(nodes: readonly FieldNode[], type: GraphQLObjectType): number {
    const [first] = nodes
    const field = first && type.getFields()[first.name.value]
    if (!field) return SMALL
    const named = getNamedType(field.type)
    if (named === GraphQLString) return boundOf(field)
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
    return rowsOf(field, first) * (sets.length > 0 ? bytesOf(sets, named) : SMALL)
  }

  function rowsOf(field: GraphQLField<unknown, unknown>, node: FieldNode): number {
    const cost = field.extensions.complexity as FieldComplexity<object, object>
    const value =
      typeof cost === 'function' ? cost(getArgumentValues(field, node, coerced), {}, field) : cost
    return typeof value === 'object' ? (value.multiplier ?? 1) : 1
  }

  /** The selected fields of an object, by the name in the response. */
  function collect(
    { selections }: SelectionSetNode,
    type: GraphQLObjectType,
    fields: Map<string, FieldNode[]>,
  ): void {
    for (const each of selections) {
      if (each.kind === Kind.FIELD) {
        const key = (each.alias ?? each.name).value
        fields.set(key, [...(fields.get(key) ?? []), each])
        continue
      }
      const fragment = each.kind === Kind.FRAGMENT_SPREAD ? fragments.get(each.name.value) : each
      const condition = fragment?.typeCondition?.name.value
      if (fragment && (!condition || applies(condition, type)))
        collect(fragment.selectionSet, type, fields)
    }
  }

  function applies(condition: string, type: GraphQLObjectType): boolean {
    const named = schema.getType(condition)
    return named === type || (isAbstractType(named) && schema.isSubType(named, type))
  }
}
