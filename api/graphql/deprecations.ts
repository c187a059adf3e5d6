import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  separateOperations,
} from 'graphql'
import { isAsyncIterable, type Plugin, type YogaInitialContext } from 'graphql-yoga'
import type { Context } from '#api/context.ts'
import {
  coordinatesIn,
  coordinatesInVariables,
  deprecatedParts,
  typesOfVariables,
} from './deprecated-parts.ts'

/**
 * Tells callers of deprecated fields: `extensions.deprecations` has their schema coordinates, and
 * the header `Deprecation` (RFC 9745) the time since when the first of them is deprecated.
 */
export function deprecations(schema: GraphQLSchema): Plugin<Context & YogaInitialContext> {
  const parts = deprecatedParts(schema)
  if (parts.size === 0) return {}
  const usedByRequest = new WeakMap<Request, readonly string[]>()

  function record(args: ExecutionArgs): readonly string[] {
    const used = usedBy(args).filter((coordinate) => parts.has(coordinate))
    // REST routes run operations without a GraphQL request.
    const { request } = args.contextValue as Partial<YogaInitialContext>
    if (request && used.length > 0) usedByRequest.set(request, used)
    return used
  }

  return {
    onExecute({ args }) {
      const used = record(args)
      if (used.length === 0) return
      return {
        onExecuteDone({ result, setResult }) {
          if (!isAsyncIterable(result)) setResult(withDeprecations(result, used))
        },
      }
    },
    onSubscribe({ args }) {
      const used = record(args)
      if (used.length === 0) return
      return {
        onSubscribeResult: () => ({
          onNext({ result, setResult }) {
            if (!isAsyncIterable(result)) setResult(withDeprecations(result, used))
          },
        }),
      }
    },
    onResponse({ request, response }) {
      const used = usedByRequest.get(request)
      if (!used) return
      const since = Math.min(...used.map((coordinate) => parts.get(coordinate) ?? Infinity))
      response.headers.set('Deprecation', `@${since}`)
    },
  }
}

/**
 * Whether an operation can use a deprecated part, with any variables. Only Yoga tells its caller,
 * so it must not be compiled.
 */
export function mayUseDeprecated(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): boolean {
  const parts = deprecatedParts(schema)
  if (parts.size === 0) return false
  const [named, types] = [coordinatesIn(schema, document), typesOfVariables(schema, operation)]
  return [...parts.keys()].some(
    (coordinate) => named.has(coordinate) || types.has(coordinate.split('.', 1)[0] ?? ''),
  )
}

/** The coordinates that an operation names, with its fragments and variables. */
function usedBy({ schema, document, operationName, variableValues }: ExecutionArgs): string[] {
  const operation = getOperationAST(document, operationName)
  if (!operation) return []
  const own = separateOperations(document)[operation.name?.value ?? ''] ?? document
  const inVariables = coordinatesInVariables(schema, operation, variableValues ?? {})
  return [...coordinatesIn(schema, own).union(inVariables)]
}

function withDeprecations(result: ExecutionResult, used: readonly string[]): ExecutionResult {
  // A shared result of a subscription has its text, which would hide the extensions.
  const { data, errors, extensions } = result
  return {
    ...(errors && { errors }),
    ...(data !== undefined && { data }),
    extensions: { ...extensions, deprecations: used },
  }
}
