import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLString,
  getNamedType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { limits } from '#rules/limits.ts'
import { type TypedOperation, typedOperation } from './typed-operation.ts'

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
  const operation = typedOperation(schema, document, variables)
  return operation ? bytesOfObject([operation.selectionSet], operation.root, operation) : 0
}

function bytesOfObject(
  sets: readonly SelectionSetNode[],
  type: GraphQLObjectType,
  operation: TypedOperation,
): number {
  const fields = new Map<string, FieldNode[]>()
  for (const set of sets) collect(set, type, operation, fields)
  let bytes = 0
  for (const [name, nodes] of fields)
    bytes += name.length + PUNCTUATION + bytesOfField(nodes, type, operation)
  return bytes
}

function bytesOfField(
  nodes: readonly FieldNode[],
  type: GraphQLObjectType,
  operation: TypedOperation,
): number {
  const [first] = nodes
  const field = first && type.getFields()[first.name.value]
  if (!field) return SMALL
  const named = getNamedType(field.type)
  if (named === GraphQLString) return boundOf(field)
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
  const cost = operation.complexityOf(field, first)
  const rows = typeof cost === 'object' ? (cost.multiplier ?? 1) : 1
  if (sets.length === 0) return rows * SMALL
  return rows * operation.largest(named, (each) => bytesOfObject(sets, each, operation))
}

/** Collects the selected fields of an object, by their name in the response. */
function collect(
  { selections }: SelectionSetNode,
  type: GraphQLObjectType,
  operation: TypedOperation,
  fields: Map<string, FieldNode[]>,
): void {
  for (const each of selections) {
    if (each.kind === Kind.FIELD) {
      const key = (each.alias ?? each.name).value
      fields.set(key, [...(fields.get(key) ?? []), each])
      continue
    }
    const set = operation.selectionsOf(each, type)
    if (set) collect(set, type, operation, fields)
  }
}
