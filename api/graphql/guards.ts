import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor'
import { complexityFromQuery } from '@pothos/plugin-complexity'
import { type DocumentNode, GraphQLError, getOperationAST, Kind, type ValidationContext } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { MAX_COST } from './cost.ts'
import { asGraphQLError, withoutSuggestion } from './refusals.ts'

const report = {
  propagateOnRejection: false,
  onReject: [(document: ValidationContext | null, error: GraphQLError) => document?.reportError(error)],
}

/** How large and how deep a document may be, whatever it asks for; nobody is told of fields by guessing at them. */
export const shapeGuard = () =>
  EnvelopArmorPlugin({
    maxTokens: { n: 1_000 },
    maxDepth: { n: 12, flattenFragments: true, ...report },
    maxAliases: { n: 15, ...report },
    maxDirectives: { n: 50, ...report },
    blockFieldSuggestion: { mask: '' },
    // What an operation costs depends on its variables: the next guard counts that.
    costLimit: { enabled: false },
  })

/** Refuses an operation that would cost too much, before any of it runs. */
export function costGuard(): Plugin<Context> {
  return {
    onExecute({ args: { schema, document, operationName, variableValues, contextValue }, setResultAndStopExecution }) {
      const operation = only(document, operationName)
      if (!operation) return
      try {
        const { complexity } = complexityFromQuery(operation, { schema, variables: variableValues ?? {}, ctx: contextValue })
        if (complexity > MAX_COST)
          throw new GraphQLError(`This asks for too much at once: it costs ${complexity}, at most ${MAX_COST} is answered.`)
      } catch (error) {
        setResultAndStopExecution({ errors: [asRequestError(error)] })
      }
    },
  }
}

/** The operation that will run, with the fragments. */
function only(document: DocumentNode, name: string | null | undefined): DocumentNode | null {
  const operation = getOperationAST(document, name)
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  return operation ? { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] } : null
}

/** Arguments that nothing can be made of are told here already, because the cost depends on them. */
function asRequestError(error: unknown): GraphQLError {
  if (error instanceof AppError) return asGraphQLError(error)
  if (!(error instanceof GraphQLError)) throw error
  const { nodes = null } = error
  return new GraphQLError(withoutSuggestion(error.message), { nodes, extensions: { code: 'BAD_INPUT', http: { status: 400 } } })
}
