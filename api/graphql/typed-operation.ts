import type { FieldComplexity } from '@pothos/plugin-complexity'
import {
  type DocumentNode,
  type FieldNode,
  type FragmentSpreadNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  type InlineFragmentNode,
  isAbstractType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

/** A document with the operation to run and all fragments. */
export function selectOperation(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): DocumentNode {
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  return { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] }
}

export type TypedOperation = NonNullable<ReturnType<typeof typedOperation>>

/**
 * A document's operation with its variables, for sums over what each object type gets. Null without
 * an operation that the schema has.
 */
export function typedOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
) {
  const operation = getOperationAST(document)
  const root = operation && schema.getRootType(operation.operation)
  if (!root) return null
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  const fragments = new Map(
    document.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [],
    ),
  )

  function applies(condition: string, type: GraphQLObjectType): boolean {
    const named = schema.getType(condition)
    return named === type || (isAbstractType(named) && schema.isSubType(named, type))
  }

  return {
    root,
    selectionSet: operation.selectionSet,

    /** The largest sum of the object types of `type`: a row has one of them. */
    largest(type: GraphQLNamedType, sumOf: (each: GraphQLObjectType) => number): number {
      const types = isAbstractType(type) ? schema.getPossibleTypes(type) : [type]
      return Math.max(0, ...types.filter(isObjectType).map(sumOf))
    },

    /** What a fragment selects of rows of a type. Null when it selects from other types. */
    selectionsOf(
      node: FragmentSpreadNode | InlineFragmentNode,
      type: GraphQLObjectType,
    ): SelectionSetNode | null {
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node
      const condition = fragment?.typeCondition?.name.value
      return fragment && (!condition || applies(condition, type)) ? fragment.selectionSet : null
    },

    /** The cost that a field declares for its arguments. */
    complexityOf(field: GraphQLField<unknown, unknown>, node: FieldNode) {
      const cost = field.extensions.complexity as FieldComplexity<object, object>
      return typeof cost === 'function'
        ? cost(getArgumentValues(field, node, coerced), {}, field)
        : cost
    },
  }
}
