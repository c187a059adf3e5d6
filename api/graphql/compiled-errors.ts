import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  visit,
} from 'graphql'

/** Whether nothing was executed, because variables are invalid. */
export function isRefused({ errors, data }: ExecutionResult): boolean {
  return errors !== undefined && data === undefined
}

/** Errors of graphql-jit have positions, but not the nodes from which Yoga derives them. */
export function withNodes(
  errors: readonly GraphQLError[],
  document: DocumentNode,
): readonly GraphQLError[] {
  const fields = fieldsByPosition(document)
  return errors.map(
    ({ message, locations = [], path, originalError, extensions }) =>
      new GraphQLError(message, {
        nodes: locations.flatMap(({ line, column }) => fields.get(`${line}:${column}`) ?? []),
        path,
        originalError,
        extensions,
      }),
  )
}

function fieldsByPosition(document: DocumentNode): ReadonlyMap<string, FieldNode> {
  const fields = new Map<string, FieldNode>()
  visit(document, {
    Field(node) {
      const start = node.loc?.startToken
      if (start) fields.set(`${start.line}:${start.column}`, node)
    },
  })
  return fields
}
