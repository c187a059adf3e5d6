import {
  type DocumentNode,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getDirectiveValues,
  getOperationAST,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

interface Operation {
  document: DocumentNode
  operationName?: string | null | undefined
  variableValues?: Record<string, unknown> | null | undefined
}

/** Whether any field of an operation is left with these variables, after `@skip` and `@include`. */
export function selectsField({ document, operationName, variableValues }: Operation): boolean {
  const variables = variableValues ?? {}

  function isIncluded(node: SelectionNode): boolean {
    return (
      getDirectiveValues(GraphQLSkipDirective, node, variables)?.if !== true &&
      getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false
    )
  }
  function selectionsOf(node: SelectionNode): SelectionSetNode | undefined {
    if (node.kind !== Kind.FRAGMENT_SPREAD) return node.selectionSet
    const fragment = document.definitions.find(
      (each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === node.name.value,
    )
    return fragment?.kind === Kind.FRAGMENT_DEFINITION ? fragment.selectionSet : undefined
  }
  function hasField(selectionSet: SelectionSetNode | undefined): boolean {
    return (selectionSet?.selections ?? []).some(
      (node) => isIncluded(node) && (node.kind === Kind.FIELD || hasField(selectionsOf(node))),
    )
  }
  return hasField(getOperationAST(document, operationName)?.selectionSet)
}
