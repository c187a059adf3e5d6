import type { FieldComplexity } from '@pothos/plugin-complexity'
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getNullableType,
  getOperationAST,
  getVariableValues,
  isAbstractType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'

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
  const operation = getOperationAST(document)
  const root = operation && schema.getRootType(operation.operation)
  if (!root) return 0
  const { coerced = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each)
  const known = new Map<SelectionSetNode, Map<GraphQLObjectType, number>>()

  return costOf(operation.selectionSet, root)

  function costOf(set: SelectionSetNode, type: GraphQLNamedType): number {
    const types = isAbstractType(type) ? schema.getPossibleTypes(type) : [type]
    return Math.max(0, ...types.filter(isObjectType).map((each) => costOfObject(set, each)))
  }

  function costOfObject(set: SelectionSetNode, type: GraphQLObjectType): number {
    const ofSet = known.get(set) ?? new Map<GraphQLObjectType, number>()
    known.set(set, ofSet)
    const cost = ofSet.get(type) ?? sumOf(set, type)
    ofSet.set(type, cost)
    return cost
  }

  function sumOf({ selections }: SelectionSetNode, type: GraphQLObjectType): number {
    let sum = 0
    for (const each of selections) {
      if (each.kind === Kind.FIELD) {
        sum += costOfField(each, type)
        continue
      }
      const fragment = each.kind === Kind.FRAGMENT_SPREAD ? fragments.get(each.name.value) : each
      const condition = fragment?.typeCondition?.name.value
      if (fragment && (!condition || applies(condition, type)))
        sum += costOfObject(fragment.selectionSet, type)
    }
    return sum
  }

  function costOfField(node: FieldNode, type: GraphQLObjectType): number {
    const field = type.getFields()[node.name.value]
    if (!field) return 0
    const option = field.extensions.complexity as FieldComplexity<object, object>
    const value =
      typeof option === 'function'
        ? option(getArgumentValues(field, node, coerced), {}, field)
        : option
    const own = typeof value === 'number' ? value : (value.field ?? 1)
    if (!node.selectionSet) return own
    const rows = typeof value === 'object' ? value.multiplier : undefined
    const isList = isListType(getNullableType(field.type))
    return (
      own + (rows ?? (isList ? LIST_ROWS : 1)) * costOf(node.selectionSet, getNamedType(field.type))
    )
  }

  function applies(condition: string, type: GraphQLObjectType): boolean {
    const named = schema.getType(condition)
    return named === type || (isAbstractType(named) && schema.isSubType(named, type))
  }
}
