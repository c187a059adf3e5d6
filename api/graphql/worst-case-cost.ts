import {
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  print,
  type TypeNode,
  type VariableDefinitionNode,
} from 'graphql'
import { limits } from '#rules/limits.ts'
import { excessOf, operationCost } from './operation-cost.ts'

/** Boolean variables of an operation that can select between branches. */
const MAX_CONDITIONS = 3

/** The cost of an operation: largest pages, each after a cursor, and the most expensive branch. */
export function worstCaseCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Record<string, unknown>,
) {
  const largest = Object.fromEntries(
    variableDefinitions.flatMap(({ variable, type }) => {
      const { value: name } = variable.name
      if (isOfType(type, 'Int')) return [[name, limits.pageSize.max]]
      if (isOfType(type, 'Boolean')) return [[name, true]]
      const given = Object.hasOwn(variables, name) ? variables[name] : null
      if (given != null) return [[name, given]]
      return isOfType(type, 'String') ? [[name, 'any']] : []
    }),
  )
  const costs = conditionsOf(variableDefinitions).map((conditions) =>
    operationCost(schema, document, largest, conditions),
  )
  return {
    complexity: Math.max(...costs.map(({ complexity }) => complexity)),
    bytes: Math.max(...costs.map(({ bytes }) => bytes)),
    breadth: operationCost(schema, document, largest, {}).breadth,
  }
}

const isOfType = (type: TypeNode, name: string) => print(type).startsWith(name)

/** All combinations of values of the first Boolean variables. */
function conditionsOf(definitions: readonly VariableDefinitionNode[]): Record<string, boolean>[] {
  const names = definitions.flatMap(({ variable, type }) =>
    isOfType(type, 'Boolean') ? variable.name.value : [],
  )
  return names.slice(0, MAX_CONDITIONS).reduce<Record<string, boolean>[]>(
    (all, name) =>
      all.flatMap((each) => [
        { ...each, [name]: true },
        { ...each, [name]: false },
      ]),
    [{}],
  )
}

export function isWithinCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
): boolean {
  try {
    return excessOf(operationCost(schema, document, variables)) === null
  } catch {
    // The executor reports invalid variables with a better message.
    return false
  }
}
