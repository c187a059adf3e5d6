import { complexityFromQuery } from '@pothos/plugin-complexity'
import {
  type DirectiveNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type SelectionNode,
  visit,
} from 'graphql'
import { MAX_COST } from './cost.ts'
import { costByDearestType } from './dearest-type.ts'
import { MAX_RESPONSE_BYTES, responseBytes } from './response-bytes.ts'

type Variables = Record<string, unknown>

/** Removes `__typename`, which clients add to every selection. It costs nothing but its bytes. */
function withoutTypenames(document: DocumentNode): DocumentNode {
  return visit(document, {
    Field: ({ name }) => (name.value === '__typename' ? null : undefined),
  })
}

export interface OperationCost {
  complexity: number
  breadth: number
  /** Of the largest response; 0 beyond the limit of the cost. */
  bytes: number
}

/** @returns why an operation may not run, or null */
export function excessOf({ complexity, bytes }: Omit<OperationCost, 'breadth'>): string | null {
  if (complexity > MAX_COST)
    return `This operation is too expensive: it costs ${complexity} of at most ${MAX_COST}.`
  if (bytes > MAX_RESPONSE_BYTES)
    return `This operation asks for too much: up to ${megabytes(bytes)} of at most ${megabytes(MAX_RESPONSE_BYTES)}. Ask for fewer items or fields.`
  return null
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

/**
 * The cost, the number of selections and the largest response of a document with one operation.
 * Selections that a variable of `@skip` or `@include` leaves out are free.
 * @param conditions the values of those variables; a selection whose variable has none counts
 * @throws AppError, GraphQLError for invalid variables
 */
export function operationCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Variables,
  conditions = variables,
): OperationCost {
  const hasConditions = Object.values(conditions).some((value) => typeof value === 'boolean')
  const included = hasConditions ? withoutSkipped(document, conditions) : document
  const counted = withoutTypenames(included)
  const sum = complexityFromQuery(counted, { schema, variables, ctx: {} })
  const { breadth } = sum
  // The sum may count fragments on types of which a row has one.
  const complexity =
    sum.complexity > MAX_COST ? costByDearestType(schema, counted, variables) : sum.complexity
  const bytes = complexity > MAX_COST ? 0 : responseBytes(schema, included, variables)
  return { complexity, breadth, bytes }
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
