import type { RequestHandler } from 'express'
import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  getOperationAST,
} from 'graphql'
import { createYoga, isAsyncIterable, type Plugin, type YogaInitialContext } from 'graphql-yoga'
import type { Context, Services } from '#api/context.ts'
import { contextOf } from '#api/http/locals.ts'
import { currentRequestContext, runOperation } from '#api/telemetry/request-context.ts'
import { tracer } from '#api/telemetry/trace.ts'
import { type CompiledOperation, CompiledOperations, compile, mayAskAgain } from './compiled.ts'
import { faultMask, presented } from './faults.ts'
import { costGuard, shapeGuard, validationLimit } from './guards.ts'
import { strictRequests } from './http.ts'

export interface Graphql {
  schema: GraphQLSchema
  /** For Express, at /graphql; the request's context is known by then. */
  handler: RequestHandler
  /**
   * Runs one operation as the handler would, without HTTP: the same limits, the same refusals, faults masked and logged.
   * Where a limit was reached, `extensions.retryAfter` of the result tells the seconds to wait.
   */
  execute(
    document: DocumentNode,
    variables: Record<string, unknown>,
    context: Context,
  ): Promise<ExecutionResult>
  /** What ran before and can run again without Yoga. */
  compiled: CompiledOperations
}

const MAX_BODY_BYTES = 1024 * 1024

/** Notes which operation a request is about. */
function naming(): Plugin {
  return {
    onExecute({ args: { document, operationName }, executeFn, setExecuteFn }) {
      const name = getOperationAST(document, operationName)?.name?.value ?? null
      noteOperation(name)
      if (tracer) setExecuteFn((args) => runOperation(name, async () => executeFn(args)))
    },
  }
}

function noteOperation(name: string | null | undefined) {
  const work = currentRequestContext()
  if (work && name) work.operation = name
}

/** Compiles the documents that ran without an error. */
function learning(compiled: CompiledOperations): Plugin<Context & YogaInitialContext> {
  return {
    onExecute: ({ args: { document, operationName, contextValue, variableValues } }) => ({
      onExecuteDone({ result }) {
        const text = contextValue.params?.query
        if (text && !isAsyncIterable(result) && !result.errors)
          compiled.learn(text, document, operationName, variableValues ?? {})
      },
    }),
  }
}

export function createGraphql(schema: GraphQLSchema, { log }: Pick<Services, 'log'>): Graphql {
  const compiled = new CompiledOperations(schema)
  const stored = new WeakMap<DocumentNode, CompiledOperation | null>()
  const yoga = createYoga<Context>({
    schema,
    plugins: [
      naming(),
      strictRequests(),
      validationLimit(),
      shapeGuard(),
      costGuard(),
      faultMask(),
      learning(compiled),
    ],
    batching: false,
    // It keeps up to 1,024 refused documents with their errors. What runs often is compiled, and passes neither parser nor validation.
    parserAndValidationCache: false,
    cors: false,
    graphiql: false,
    landingPage: false,
    multipart: false,
    maxRequestBodySize: MAX_BODY_BYTES,
    logging: {
      debug() {},
      info() {},
      warn: (...details) => log.warn({ details }, 'GraphQL'),
      error: (...details) => log.error({ details }, 'GraphQL'),
    },
  })
  return {
    schema,
    handler: (req, res) => yoga(req, res, { ...contextOf(res) }),
    compiled,
    async execute(document, variableValues, context) {
      const operation = stored.get(document)
      if (operation?.isAffordable(variableValues)) {
        noteOperation(operation.name)
        const own = { ...context }
        const result = await operation.run(own, variableValues)
        if (!mayAskAgain(operation, result)) return presented(result, own, null)
      }
      // Stored documents are typed against the schema by codegen, so they need no validation here.
      const enveloped = yoga.getEnveloped({ ...context })
      const result = await enveloped.execute({
        schema,
        document,
        variableValues,
        contextValue: await enveloped.contextFactory(),
      })
      if (!result.errors && !stored.has(document))
        stored.set(document, compile(schema, document, variableValues))
      return result
    },
  }
}
