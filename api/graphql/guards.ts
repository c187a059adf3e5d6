import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor'
import { complexityFromQuery } from '@pothos/plugin-complexity'
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type ValidationContext,
  validate,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Context } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { MAX_COST } from './cost.ts'
import { asGraphQLError, withoutSuggestion } from './refusals.ts'

/** Lists, objects and values in the variables, all together; the longest list that anything takes has 100 ids. */
const MAX_VARIABLE_VALUES = 1_000
const MAX_VARIABLE_DEPTH = 20
const LONGEST_MESSAGE = 500
const MAX_VALIDATION_ERRORS = 5

function tooLarge(error: GraphQLError) {
  error.message = error.message.replace('Syntax Error: ', '')
  error.extensions.code = 'BAD_INPUT'
}

const reported = {
  propagateOnRejection: false,
  onReject: [
    (document: ValidationContext | null, error: GraphQLError) => {
      tooLarge(error)
      document?.reportError(error)
    },
  ],
}

/** How large and how deep a document may be, whatever it asks for; nobody is told of fields by guessing at them. */
export const shapeGuard = () =>
  EnvelopArmorPlugin({
    maxTokens: { n: 1_000, onReject: [(_document, error) => tooLarge(error)] },
    maxDepth: { n: 12, flattenFragments: true, ...reported },
    maxAliases: { n: 15, ...reported },
    maxDirectives: { n: 50, ...reported },
    blockFieldSuggestion: { mask: '' },
    // What an operation costs depends on its variables: the next guard counts that.
    costLimit: { enabled: false },
  })

/** Stops validation at the fifth error: a document can have thousands, each with its place and words. */
export function validationLimit(): Plugin {
  return {
    onValidate({ setValidationFn }) {
      setValidationFn(
        (schema: GraphQLSchema, document: DocumentNode, rules: Parameters<typeof validate>[2]) =>
          validate(schema, document, rules, { maxErrors: MAX_VALIDATION_ERRORS }).slice(
            0,
            MAX_VALIDATION_ERRORS,
          ),
      )
    },
  }
}

/** Refuses an operation that would cost too much, before any of it runs. */
export function costGuard(): Plugin<Context> {
  return {
    onExecute({
      args: { schema, document, operationName, variableValues, contextValue },
      setResultAndStopExecution,
    }) {
      try {
        checkSize(variableValues)
        const operation = only(document, operationName)
        if (operation) checkCost(schema, operation, variableValues ?? {}, contextValue)
      } catch (error) {
        setResultAndStopExecution({ errors: [asRequestError(error)] })
      }
    },
  }
}

/** Variables are read value by value several times over, so there may not be many; a loop, for no depth to overflow the stack. */
function checkSize(variables: unknown) {
  let level = [variables]
  let values = 0
  for (let depth = 0; level.length > 0; depth++) {
    values += level.length
    if (values > MAX_VARIABLE_VALUES || depth > MAX_VARIABLE_DEPTH)
      throw new GraphQLError('The variables are too large.')
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
  }
}

function checkCost(
  schema: GraphQLSchema,
  operation: DocumentNode,
  variables: Record<string, unknown>,
  ctx: Context,
) {
  const { complexity } = complexityFromQuery(operation, { schema, variables, ctx })
  if (complexity > MAX_COST)
    throw new GraphQLError(
      `This asks for too much at once: it costs ${complexity}, at most ${MAX_COST} is answered.`,
    )
}

/** The operation that will run, with the fragments. */
function only(document: DocumentNode, name: string | null | undefined): DocumentNode | null {
  const operation = getOperationAST(document, name)
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  return operation ? { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] } : null
}

/** An error's words repeat a wrong value as it came, which may be long. */
function clipped(message: string): string {
  return message.length <= LONGEST_MESSAGE
    ? message
    : `${message.slice(0, LONGEST_MESSAGE).toWellFormed()}…`
}

/** Arguments that nothing can be made of are told here already, because the cost depends on them. */
function asRequestError(error: unknown): GraphQLError {
  if (error instanceof AppError) return asGraphQLError(error)
  if (!(error instanceof GraphQLError)) throw error
  const { nodes = null } = error
  return new GraphQLError(clipped(withoutSuggestion(error.message)), {
    nodes,
    extensions: { code: 'BAD_INPUT', http: { status: 400 } },
  })
}
