import { complexityFromQuery } from '@pothos/plugin-complexity'
import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  print,
  type SelectionNode,
  visit,
} from 'graphql'
import { compileQuery } from 'graphql-jit'
import { LRUCache } from 'lru-cache'
import type { Context } from '#api/context.ts'
import { isUnavailable } from '#api/database/unavailable.ts'
import { cacheCounts } from '#api/telemetry/caches.ts'
import { runOperation } from '#api/telemetry/request-context.ts'
import { tracer } from '#api/telemetry/trace.ts'
import { limits } from '#rules/limits.ts'
import { isCacheable } from './cacheable.ts'
import { MAX_COST } from './cost.ts'

/** An operation that ran before without an error, compiled: the same resolvers in the same order, without looking up each field anew. */
export interface CompiledOperation {
  document: DocumentNode
  name: string | null
  isQuery: boolean
  /** Whether with these variables it is the newest page of the feed and nothing else, and is cacheable. */
  isNewestPage(variables: Record<string, unknown>): boolean
  /** Selections, counted through fragments: memory and compile time grow with it. */
  breadth: number
  /** Whether it keeps within the cost limit with these variables. */
  isAffordable(variables: Record<string, unknown>): boolean
  /** Errors in the result have no locations; wrong variables are errors as well. */
  run(context: Context, variables: Record<string, unknown>): Promise<ExecutionResult>
}

/** Estimated: compiled code and the document take 3 to 4 KB of heap for each selection. */
const MAX_CACHED_BYTES = 6 * 1024 * 1024
const BYTES_PER_SELECTION = 4 * 1024
const MAX_BREADTH = 250
/** An operation that costs more has a response that is too large to be cached. */
const MAX_CACHEABLE_COST = 4_500
/** Whoever sends ever new documents makes the server compile no more than this many in a second. */
const MAX_COMPILED_IN_A_SECOND = 10
/** Of a list of ids, what it costs depends on its length; introspection is rare. */
const NOT_COMPILED = new Set(['nodes', '__schema', '__type'])

interface Cached {
  /** Null for a document that cannot be compiled. */
  operation: CompiledOperation | null
}

/** Compiled operations by the text of their document and the name of the operation. */
export class CompiledOperations {
  readonly #schema: GraphQLSchema
  readonly #cache = new LRUCache<string, Cached>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ operation }, key) =>
      2 * key.length + BYTES_PER_SELECTION * (operation?.breadth ?? 1),
  })
  readonly #counts = cacheCounts('operations', this.#cache)
  #second = 0
  #inSecond = 0

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
  }

  find(text: string, operationName: string | null | undefined): CompiledOperation | null {
    const found = this.#cache.get(keyOf(text, operationName))?.operation ?? null
    if (found) this.#counts.hits++
    else this.#counts.misses++
    return found
  }

  /** Compiles a document that passed every check. */
  learn(
    text: string,
    document: DocumentNode,
    operationName: string | null | undefined,
    variables: Record<string, unknown>,
  ): void {
    const key = keyOf(text, operationName)
    if (this.#cache.has(key) || !this.#mayCompile()) return
    this.#cache.set(key, { operation: compile(this.#schema, document, variables, operationName) })
  }

  #mayCompile(): boolean {
    const second = Math.floor(performance.now() / 1000)
    if (second !== this.#second) this.#inSecond = 0
    this.#second = second
    return ++this.#inSecond <= MAX_COMPILED_IN_A_SECOND
  }
}

const keyOf = (text: string, operationName: string | null | undefined) =>
  JSON.stringify([operationName ?? null, text])

/**
 * @param variables valid ones
 * @returns null for an operation that has to be checked each time that it is sent
 * @throws AppError, GraphQLError where a variable is invalid
 */
export function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
  operationName?: string | null,
): CompiledOperation | null {
  const operation = getOperationAST(document, operationName)
  if (!operation || operation.operation === 'subscription') return null
  const roots = operation.selectionSet.selections
  if (!roots.every((each) => each.kind === Kind.FIELD && !NOT_COMPILED.has(each.name.value)))
    return null
  const own = onlyOperation(document, operation)
  if (hasInnerConditions(own, operation)) return null
  const { complexity, breadth } = worstCase(schema, own, operation, variables)
  if (breadth > MAX_BREADTH) return null
  // Resolvers' types are checked already; what takes a value of another kind is a scalar of our own, which is written as ever.
  const compiled = compileQuery(schema, document, operation.name?.value ?? '', {
    disableLeafSerialization: true,
  })
  if (!('query' in compiled)) return null
  return {
    document,
    name: operation.name?.value ?? null,
    isQuery: operation.operation === 'query',
    isNewestPage:
      complexity <= MAX_CACHEABLE_COST && isCacheable(schema, own)
        ? newestPage(roots)
        : () => false,
    breadth,
    isAffordable: (variables) => complexity <= MAX_COST || isWithinCost(schema, own, variables),
    async run(context, variables) {
      try {
        const run = async () => compiled.query(undefined, context, variables)
        return await (tracer ? runOperation(operation.name?.value ?? null, run) : run())
      } catch (error) {
        // What compiled code throws itself: a change may have been made by then, so it is told as a fault and not tried again.
        return {
          data: null,
          errors: [
            new GraphQLError('', {
              originalError: error instanceof Error ? error : new Error(String(error)),
            }),
          ],
        }
      }
    },
  }
}

/**
 * Whether to ask the executor again, which tells of an error with all that belongs to it: a question, or what was refused before it
 * began. A database that cannot be reached is not asked twice.
 */
export function mayAskAgain(
  { isQuery }: CompiledOperation,
  { errors, data }: ExecutionResult,
): boolean {
  return errors !== undefined && (isQuery || data === undefined) && !errors.some(isUnavailable)
}

/** Where a part is named twice and once under a condition, compiled code gives the right answer in another order. */
function hasInnerConditions(
  document: DocumentNode,
  { selectionSet: { selections } }: OperationDefinitionNode,
): boolean {
  const outer = new Set(selections.flatMap(({ directives = [] }) => directives))
  const keys = selections.map((each) =>
    each.kind === Kind.FIELD ? (each.alias ?? each.name).value : '',
  )
  let found = new Set(keys).size < keys.length
  visit(document, {
    Directive(node) {
      found ||= !outer.has(node)
    },
  })
  return found
}

/** Tells from the variables whether a query's only root is the feed, from its newest post on. */
function newestPage(roots: readonly SelectionNode[]): CompiledOperation['isNewestPage'] {
  const [root] = roots
  if (roots.length !== 1 || root?.kind !== Kind.FIELD || root.name.value !== 'feed')
    return () => false
  const others = root.arguments?.filter(({ name }) => name.value !== 'first') ?? []
  return (variables) =>
    others.every(
      ({ value }) =>
        value.kind === Kind.NULL ||
        (value.kind === Kind.VARIABLE && variables[value.name.value] == null),
    )
}

/** The most that an operation can cost whatever its variables are: with the largest pages, each from a cursor on. */
function worstCase(
  schema: GraphQLSchema,
  document: DocumentNode,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Record<string, unknown>,
) {
  const largest = variableDefinitions.map(({ variable, type }) => {
    const { value: name } = variable.name
    return [name, print(type).startsWith('Int') ? limits.pageSize.max : (given[name] ?? 'any')]
  })
  return complexityFromQuery(document, { schema, variables: Object.fromEntries(largest), ctx: {} })
}

function isWithinCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
): boolean {
  try {
    return complexityFromQuery(document, { schema, variables, ctx: {} }).complexity <= MAX_COST
  } catch {
    // A variable is wrong, which the executor reports in the right words.
    return false
  }
}

function onlyOperation(document: DocumentNode, operation: OperationDefinitionNode): DocumentNode {
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  return { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] }
}
