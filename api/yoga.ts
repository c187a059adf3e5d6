import type { RequestHandler } from 'express'
import type { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql'
import { createYoga } from 'graphql-yoga'
import type { Context, Services } from './context.ts'
import { faultMask } from './graphql/faults.ts'
import { createGraphiql } from './graphql/graphiql.ts'
import { costGuard, shapeGuard } from './graphql/guards.ts'
import { strictRequests } from './graphql/http.ts'
import { contextOf } from './http/locals.ts'
import { schema } from './schema.ts'

export interface Graphql {
  schema: GraphQLSchema
  /** For Express, at /graphql; the request's context is known by then. */
  handler: RequestHandler
  /**
   * Runs one operation as the handler would, without HTTP: the same limits, the same refusals, faults masked and logged.
   * Where a limit was reached, `extensions.retryAfter` of the result tells the seconds to wait.
   */
  execute(document: DocumentNode, variables: Record<string, unknown>, context: Context): Promise<ExecutionResult>
}

const MAX_BODY_BYTES = 1024 * 1024

export function createGraphql({ log }: Pick<Services, 'log'>): Graphql {
  const yoga = createYoga<Context>({
    schema,
    plugins: [strictRequests(), shapeGuard(), costGuard(), faultMask()],
    batching: false,
    cors: false,
    graphiql: false,
    landingPage: false,
    multipart: false,
    maxRequestBodySize: MAX_BODY_BYTES,
    logging: {
      debug() {},
      info() {},
      warn: (...words) => log.warn({ words }, 'GraphQL'),
      error: (...words) => log.error({ words }, 'GraphQL'),
    },
  })
  const graphiql = createGraphiql()
  return {
    schema,
    handler: (req, res, next) => {
      const isPage = req.method === 'GET' && req.accepts(['json', 'html']) === 'html'
      return isPage ? graphiql(req, res, next) : yoga(req, res, { ...contextOf(res) })
    },
    async execute(document, variableValues, context) {
      const enveloped = yoga.getEnveloped({ ...context })
      const errors = enveloped.validate(enveloped.schema, document)
      if (errors.length > 0) return { errors: errors as GraphQLError[] }
      return enveloped.execute({ schema: enveloped.schema, document, variableValues, contextValue: await enveloped.contextFactory() })
    },
  }
}
