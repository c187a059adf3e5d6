import { type DocumentNode, GraphQLError, type GraphQLSchema } from 'graphql'
import { createYoga } from 'graphql-yoga'
import { checkCost, shapeGuard, validationLimit } from './guards.ts'

/**
 * Parses and validates a document that is stored to run later, with the limits of /graphql.
 * @returns the document, or the errors
 */
export function checkDocument(
  schema: GraphQLSchema,
  text: string,
): DocumentNode | readonly GraphQLError[] {
  const { parse, validate } = checkerOf(schema)
  try {
    const document = parse(text)
    const errors = validate(schema, document)
    if (errors.length > 0) return errors
    checkCost(schema, document, {})
    return document
  } catch (error) {
    if (error instanceof GraphQLError) return [error]
    throw error
  }
}

const checkers = new WeakMap<GraphQLSchema, ReturnType<typeof createChecker>>()

function checkerOf(schema: GraphQLSchema) {
  const checker = checkers.get(schema) ?? createChecker(schema)
  checkers.set(schema, checker)
  return checker
}

function createChecker(schema: GraphQLSchema) {
  const yoga = createYoga({ schema, plugins: [validationLimit(), shapeGuard()], logging: false })
  return yoga.getEnveloped({})
}
