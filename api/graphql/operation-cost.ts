import { complexityFromQuery } from '@pothos/plugin-complexity'
import {
  type DirectiveNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type SelectionNode,
  visit,
} from 'graphql'

type Variables = Record<string, unknown>

/** Removes `__typename`, which clients add to every selection. It costs nothing. */
export function withoutTypenames(document: DocumentNode): DocumentNode {
  return visit(document, {
    Field: ({ name }) => (name.value === '__typename' ? null : undefined),
  })
}

/**
 * The cost and the number of selections of a document with one operation. Selections that a
 * variable of `@skip` or `@include` leaves out are free.
 * @param conditions the values of those variables; a selection whose variable has none counts
 * @throws AppError, GraphQLError for invalid variables
 */
export function operationCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Variables,
  conditions = variables,
): { complexity: number; breadth: number } {
  const hasConditions = Object.values(conditions).some((value) => typeof value === 'boolean')
  const included = hasConditions ? withoutSkipped(document, conditions) : document
  return complexityFromQuery(included, { schema, variables, ctx: {} })
}

function withoutSkipped(document: DocumentNode, conditions: Variables): DocumentNode {
  const dropSkipped = ({ directives = [] }: SelectionNode) =>
    directives.some((each) => isFalse(each, conditions)) ? null : undefined
  return visit(document, {
    Field: dropSkipped,
    FragmentSpread: dropSkipped,
    InlineFragment: dropSkipped,
  })
}

/** Whether a directive leaves its selection out. */
function isFalse({ name, arguments: args = [] }: DirectiveNode, conditions: Variables): boolean {
  const value = args.find((arg) => arg.name.value === 'if')?.value
  const condition = value?.kind === Kind.VARIABLE ? conditions[value.name.value] : null
  return name.value === 'skip'
    ? condition === true
    : name.value === 'include' && condition === false
}
