import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor'
import {
  type ASTVisitor,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type NameNode,
  specifiedRules,
  type ValidationContext,
  validate,
} from 'graphql'
import { isAsyncIterable, type Plugin, type YogaInitialContext } from 'graphql-yoga'
import type { Context } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { stripSuggestion, toGraphQLError } from './app-errors.ts'
import { MAX_COST } from './cost.ts'
import { expandedSelections } from './expanded-selections.ts'
import { introspectionAliases } from './introspection-aliases.ts'
import { excessOf, operationCost } from './operation-cost.ts'
import { selectOperation } from './typed-operation.ts'

/** Counts lists, objects and scalars. The longest valid list has 100 ids. */
const MAX_VARIABLE_VALUES = 1_000
const MAX_VARIABLE_DEPTH = 20
/** A spread counts as all that its fragment selects. */
const MAX_SELECTIONS = 5_000
/** With the value 1, a response has `extensions.cost`. */
const COST_HEADER = 'x-cost'
const MAX_MESSAGE_LENGTH = 500
const MAX_VALIDATION_ERRORS = 5

function toBadInput(error: GraphQLError) {
  error.message = error.message.replace('Syntax Error: ', '')
  error.extensions.code = 'BAD_INPUT'
}

const reportError = {
  propagateOnRejection: false,
  onReject: [
    (document: ValidationContext | null, error: GraphQLError) => {
      toBadInput(error)
      document?.reportError(error)
    },
  ],
}

/** Limits the size and depth of documents, and hides suggestions of field names. */
export const shapeGuard = () =>
  EnvelopArmorPlugin({
    maxTokens: { n: 1_000, onReject: [(_document, error) => toBadInput(error)] },
    maxDepth: { n: 12, flattenFragments: true, ...reportError },
    maxAliases: { n: 15, ...reportError },
    maxDirectives: { n: 50, ...reportError },
    blockFieldSuggestion: { mask: '' },
    // The cost depends on variables, so `costGuard` checks it.
    costLimit: { enabled: false },
  })

/**
 * Results are objects by response name: `then` would make one a promise, and `__proto__` would
 * replace its prototype.
 */
function forbiddenNames(context: ValidationContext): ASTVisitor {
  const reject = (node: NameNode) =>
    context.reportError(
      new GraphQLError(`The name "${node.value}" is reserved.`, {
        nodes: node,
        extensions: { code: 'BAD_INPUT' },
      }),
    )
  return {
    Name(node) {
      if (node.value === '__proto__') reject(node)
    },
    Field({ alias }) {
      if (alias?.value === 'then') reject(alias)
    },
  }
}

/**
 * Stops validation at the fifth error, since a document can contain thousands. Adds the rules that
 * every document has to pass, also a stored one.
 */
export function validationLimit(): Plugin {
  return {
    onValidate({ setValidationFn }) {
      setValidationFn(validateWithLimit)
    },
  }
}

function validateWithLimit(
  schema: GraphQLSchema,
  document: DocumentNode,
  rules: Parameters<typeof validate>[2],
): readonly GraphQLError[] {
  const selections = expandedSelections(document)
  if (selections > MAX_SELECTIONS) return [tooManySelections(selections)]
  const all = [forbiddenNames, introspectionAliases, ...(rules ?? specifiedRules)]
  try {
    const options = { maxErrors: MAX_VALIDATION_ERRORS }
    return validate(schema, document, all, options).slice(0, MAX_VALIDATION_ERRORS)
  } catch (error) {
    // The rule for subscriptions throws for `@skip` and `@include` by a variable.
    if (error instanceof GraphQLError) return [error]
    throw error
  }
}

const tooManySelections = (count: number) =>
  new GraphQLError(`Selections limit of ${MAX_SELECTIONS} exceeded, found ${count}.`, {
    extensions: { code: 'BAD_INPUT' },
  })

/** Rejects too expensive operations before they run, and tells callers the cost of others. */
export function costGuard(): Plugin<Context & Partial<YogaInitialContext>> {
  /** @returns the cost; null for an operation that does not run */
  const check = (
    { schema, document, operationName, variableValues }: ExecutionArgs,
    setResultAndStopExecution: (result: ExecutionResult) => void,
  ): number | null => {
    try {
      checkSize(variableValues)
      const operation = getOperationAST(document, operationName)
      if (!operation) return null
      return checkCost(schema, selectOperation(document, operation), variableValues ?? {})
    } catch (error) {
      setResultAndStopExecution({ errors: [toRequestError(error)] })
      return null
    }
  }
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const requested = check(args, setResultAndStopExecution)
      if (requested === null || args.contextValue.request?.headers.get(COST_HEADER) !== '1') return
      return {
        onExecuteDone({ result, setResult }) {
          if (!isAsyncIterable(result)) setResult(withCost(result, requested))
        },
      }
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      check(args, setResultAndStopExecution)
    },
  }
}

function withCost({ extensions, ...result }: ExecutionResult, requested: number): ExecutionResult {
  return { ...result, extensions: { ...extensions, cost: { requested, limit: MAX_COST } } }
}

/** Bounds the work on variables. A loop cannot overflow the stack on deep values. */
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

/** @throws GraphQLError for an operation that is too expensive */
export function checkCost(
  schema: GraphQLSchema,
  operation: DocumentNode,
  variables: Record<string, unknown>,
): number {
  const requested = operationCost(schema, operation, variables)
  const excess = excessOf(requested)
  if (excess !== null) throw new GraphQLError(excess)
  return requested.complexity
}

/** Messages repeat invalid values, which can be long. */
function truncate(message: string): string {
  return message.length <= MAX_MESSAGE_LENGTH
    ? message
    : `${message.slice(0, MAX_MESSAGE_LENGTH).toWellFormed()}…`
}

/** The cost depends on arguments, so invalid ones already fail here. */
function toRequestError(error: unknown): GraphQLError {
  if (error instanceof AppError) return toGraphQLError(error)
  if (!(error instanceof GraphQLError)) throw error
  const { nodes = null } = error
  return new GraphQLError(truncate(stripSuggestion(error.message)), {
    nodes,
    extensions: { code: 'BAD_INPUT', http: { status: 400 } },
  })
}
