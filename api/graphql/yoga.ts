import { sendNodeResponse } from '@whatwg-node/server'
import type { Request, RequestHandler } from 'express'
import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  getOperationAST,
} from 'graphql'
import {
  createYoga,
  isAsyncIterable,
  type Plugin,
  type YogaInitialContext,
  type YogaLogger,
} from 'graphql-yoga'
import type { Logger } from 'pino'
import type { Context, Services } from '#api/context.ts'
import { SMALL_BODY_BYTES } from '#api/http/body-limits.ts'
import { contextOf } from '#api/http/locals.ts'
import { currentRequestContext, runOperation } from '#api/telemetry/request-context.ts'
import { tracer } from '#api/telemetry/trace.ts'
import { accountGuard } from './account-guard.ts'
import { type CompiledOperation, CompiledOperations, compileOrNull } from './compiled.ts'
import { isRefused } from './compiled-errors.ts'
import { deprecations } from './deprecations.ts'
import { costGuard, shapeGuard, validationLimit } from './guards.ts'
import { graphqlOverHttp } from './http.ts'
import { errorMasking, maskRequestError, toPublicResult } from './masking.ts'
import { subscriptions } from './subscriptions.ts'

export interface Graphql {
  schema: GraphQLSchema
  /** The Express handler of /graphql. Needs the context that the identity middleware sets. */
  handler: RequestHandler
  /**
   * Runs an operation without HTTP, with the same limits and error masking. After a rate limit
   * error, `extensions.retryAfter` has the seconds to wait.
   */
  execute(
    document: DocumentNode,
    variables: Record<string, unknown>,
    context: Context,
  ): Promise<ExecutionResult>
  /** Operations that can run without Yoga. */
  compiled: CompiledOperations
}

/** Records the operation's name for logs, metrics and traces. */
function operationNames(): Plugin {
  return {
    onSubscribe({ args: { document, operationName } }) {
      setOperationName(getOperationAST(document, operationName)?.name?.value)
    },
    onExecute({ args: { document, operationName }, executeFn, setExecuteFn }) {
      const name = getOperationAST(document, operationName)?.name?.value ?? null
      setOperationName(name)
      if (tracer) setExecuteFn((args) => runOperation(name, async () => executeFn(args)))
    },
  }
}

function setOperationName(name: string | null | undefined) {
  const requestContext = currentRequestContext()
  if (requestContext && name) requestContext.operation = name
}

/** Compiles documents after their first successful run. */
function compileAfterSuccess(compiled: CompiledOperations): Plugin<Context & YogaInitialContext> {
  return {
    onExecute: ({ args: { document, operationName, contextValue, variableValues } }) => ({
      onExecuteDone({ result }) {
        const text = contextValue.params?.query
        if (text && !isAsyncIterable(result) && !result.errors)
          compiled.add(text, document, operationName, variableValues ?? {})
      },
    }),
  }
}

function createLogging(log: Logger): YogaLogger {
  return {
    debug() {},
    info() {},
    warn: (...details) => log.warn({ details }, 'GraphQL'),
    error: createErrorLogger(log),
  }
}

/** Yoga reports some errors twice. */
function createErrorLogger(log: Logger): (error: unknown) => void {
  let last: unknown
  return (err) => {
    if (err === last) return
    last = err
    log.error(
      { err, requestId: currentRequestContext()?.id },
      'A GraphQL request failed outside of its execution',
    )
  }
}

/** Yoga has no HEAD. Node sends the response without its body, so a stream would never end. */
function asGet(req: Request): Request {
  const accept = req.headers.accept?.replaceAll('text/event-stream', 'application/json')
  return Object.create(req, {
    method: { value: 'GET' },
    headers: { value: { ...req.headers, ...(accept !== undefined && { accept }) } },
  }) as Request
}

export function createGraphql(schema: GraphQLSchema, services: Services): Graphql {
  const { log } = services
  const compiled = new CompiledOperations(schema)
  const stored = new WeakMap<DocumentNode, CompiledOperation | null>()
  const yoga = createYoga<Context>({
    schema,
    plugins: [
      operationNames(),
      graphqlOverHttp(),
      validationLimit(),
      shapeGuard(),
      accountGuard(),
      costGuard(),
      subscriptions(services),
      errorMasking(),
      deprecations(schema),
      compileAfterSuccess(compiled),
    ],
    batching: false,
    // This cache would also keep 1,024 rejected documents. Frequent operations are compiled anyway.
    parserAndValidationCache: false,
    cors: false,
    graphiql: false,
    landingPage: false,
    multipart: false,
    maskedErrors: { maskError: maskRequestError, isDev: false },
    maxRequestBodySize: SMALL_BODY_BYTES,
    logging: createLogging(log),
  })
  return {
    schema,
    // Yoga's own listener would answer an error with its stack, and log nothing.
    async handler(req, res) {
      const request = req.method === 'HEAD' ? asGet(req) : req
      const context = { req, res, ...contextOf(res) }
      const response = await yoga.handleNodeRequestAndResponse(request, res, context)
      await sendNodeResponse(response, res, request, true)
    },
    compiled,
    async execute(document, variableValues, caller) {
      // Nodes are loaded once per context: a second operation must not get those of the first.
      const context = { ...caller }
      const operation = stored.get(document)
      if (operation?.isAffordable(variableValues)) {
        setOperationName(operation.name)
        const result = await operation.run(context, variableValues)
        if (!isRefused(result)) return toPublicResult(result, context, null)
      }
      // Codegen validates stored documents against the schema.
      const enveloped = yoga.getEnveloped(context)
      const result = await enveloped.execute({
        schema,
        document,
        variableValues,
        contextValue: await enveloped.contextFactory(),
      })
      if (!result.errors && !stored.has(document))
        stored.set(document, compileOrNull(schema, document, variableValues))
      return result
    },
  }
}
