import { type ASTVisitor, GraphQLError, type ValidationContext } from 'graphql'

const ROOTS = new Set(['__schema', '__type'])

/**
 * Refuses aliases in introspection, which no tool needs. Without them its response is at most the
 * schema, which the cost of an operation does not count.
 */
export function introspectionAliases(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      const isInside = context.getParentType()?.name.startsWith('__') ?? false
      if (!node.alias || !(isInside || ROOTS.has(node.name.value))) return
      context.reportError(
        new GraphQLError('Introspection takes no aliases.', {
          nodes: node.alias,
          extensions: { code: 'BAD_INPUT' },
        }),
      )
    },
  }
}
