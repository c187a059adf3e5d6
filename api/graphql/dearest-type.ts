import {
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { typedOperation } from './typed-operation.ts'

/** Of lists whose field names no number, as the plugin assumes. */
const LIST_ROWS = 10

/**
 * The cost of an operation by the rules of `cost.ts`, where a selection on an abstract type costs
 * what its dearest object type does: a row has one type. The plugin adds up the fragments on all
 * types. Each selection is counted once for each type, so nested fragments take no longer.
 */
export function costByDearestType(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
): number {
  const operation = typedOperation(schema, document, variables)
  if (!operation) return 0
  const known = new Map<SelectionSetNode, Map<GraphQLObjectType, number>>()

  const costOf = (set: SelectionSetNode, type: GraphQLObjectType): number => {
    const ofSet = known.get(set) ?? new Map<GraphQLObjectType, number>()
    known.set(set, ofSet)
    const cost = ofSet.get(type) ?? sumOf(set, type)
    ofSet.set(type, cost)
    return cost
  }

  const sumOf = ({ selections }: SelectionSetNode, type: GraphQLObjectType): number => {
    let sum = 0
    for (const each of selections) {
      if (each.kind === Kind.FIELD) {
        sum += costOfField(each, type)
        continue
      }
      const set = operation.selectionsOf(each, type)
      if (set) sum += costOf(set, type)
    }
    return sum
  }

  const costOfField = (node: FieldNode, type: GraphQLObjectType): number => {
    const field = type.getFields()[node.name.value]
    if (!field) return 0
    const value = operation.complexityOf(field, node)
    const own = typeof value === 'number' ? value : (value.field ?? 1)
    const { selectionSet } = node
    if (!selectionSet) return own
    const rows = typeof value === 'object' ? value.multiplier : undefined
    const isList = isListType(getNullableType(field.type))
    const cost = operation.largest(getNamedType(field.type), (each) => costOf(selectionSet, each))
    return own + (rows ?? (isList ? LIST_ROWS : 1)) * cost
  }

  return costOf(operation.selectionSet, operation.root)
}
