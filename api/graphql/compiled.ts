import {
  type ASTNode,
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  visit,
} from 'graphql'
import { compileQuery } from 'graphql-jit'
import { LRUCache } from 'lru-cache'
import type { Context } from '#api/context.ts'
import { cacheCounts } from '#api/telemetry/caches.ts'
import { runOperation } from '#api/telemetry/request-context.ts'
import { tracer } from '#api/telemetry/trace.ts'
import { isCacheable, newestPageCheck } from './cacheable.ts'
import { withNodes } from './compiled-errors.ts'
import { mayUseDeprecated } from './deprecations.ts'
import { excessOf } from './operation-cost.ts'
import { selectOperation } from './typed-operation.ts'
import { isWithinCost, worstCaseCost } from './worst-case-cost.ts'

/**
 * An operation compiled to JavaScript. It calls the same resolvers without graphql-js's lookups.
 */
export interface CompiledOperation {
  document: DocumentNode
  name: string | null
  isQuery: boolean
  /** Whether the operation is cacheable and only asks for the newest page of a list. */
  isNewestPage(variables: Record<string, unknown>): boolean
  /** The number of selections with fragments expanded. Memory and compile time grow with it. */
  breadth: number
  /** Whether the cost with these variables is within the limit. */
  isAffordable(variables: Record<string, unknown>): boolean
  /** Refuses invalid variables, with messages that differ from graphql-js’s. */
  run(context: Context, variables: Record<string, unknown>): Promise<ExecutionResult>
}

const MAX_CACHE_BYTES = 6 * 1024 * 1024
/** Estimated heap of compiled code and document. */
const BYTES_PER_SELECTION = 4 * 1024
const MAX_BREADTH = 250
/** Beyond this cost, responses are too large for the cache. */
const MAX_CACHEABLE_COST = 4_750
/** Protects against clients that keep sending new documents. */
const MAX_COMPILATIONS_PER_SECOND = 10
/** The cost of `nodes` depends on a list's length, and introspection is rare. */
const UNCOMPILED_FIELDS = new Set(['nodes', '__schema', '__type'])

interface CacheEntry {
  /** Null for a document that cannot be compiled. */
  operation: CompiledOperation | null
}

/** A cache of compiled operations by document text and operation name. */
export class CompiledOperations {
  readonly #schema: GraphQLSchema
  readonly #cache = new LRUCache<string, CacheEntry>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ operation }, key) =>
      2 * key.length + BYTES_PER_SELECTION * (operation?.breadth ?? 1),
  })
  readonly #counts = cacheCounts('operations', this.#cache)
  #currentSecond = 0
  #compiledInSecond = 0

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
  }

  find(text: string, operationName: string | null | undefined): CompiledOperation | null {
    const operation = this.#cache.get(keyOf(text, operationName))?.operation ?? null
    if (operation) this.#counts.hits++
    else this.#counts.misses++
    return operation
  }

  /** Compiles a valid document, unless the rate limit is reached. */
  add(
    text: string,
    document: DocumentNode,
    operationName: string | null | undefined,
    variables: Record<string, unknown>,
  ): void {
    const key = keyOf(text, operationName)
    if (this.#cache.has(key) || !this.#countCompilation()) return
    this.#cache.set(key, {
      operation: compileOrNull(this.#schema, document, variables, operationName),
    })
  }

  #countCompilation(): boolean {
    const second = Math.floor(performance.now() / 1000)
    if (second !== this.#currentSecond) this.#compiledInSecond = 0
    this.#currentSecond = second
    return ++this.#compiledInSecond <= MAX_COMPILATIONS_PER_SECOND
  }
}

/** Without escaping the text, which takes long. */
const keyOf = (text: string, operationName: string | null | undefined) =>
  `${JSON.stringify(operationName ?? null)} ${text}`

/** As `compile`, for an operation that has already run: no error may replace its result. */
export function compileOrNull(...args: Parameters<typeof compile>): CompiledOperation | null {
  try {
    return compile(...args)
  } catch {
    return null
  }
}

/**
 * @returns null for an operation that cannot be compiled
 * @throws AppError, GraphQLError for invalid variables
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
  if (!roots.every((each) => each.kind === Kind.FIELD && !UNCOMPILED_FIELDS.has(each.name.value)))
    return null
  const selected = selectOperation(document, operation)
  if (hasSharedConditions(selected, operation)) return null
  if (mayUseDeprecated(schema, selected, operation)) return null
  const { complexity, breadth, bytes } = worstCaseCost(schema, selected, operation, variables)
  if (breadth > MAX_BREADTH) return null
  // TypeScript checks the leaf values of resolvers. Custom scalars still serialize theirs.
  const compiled = compileQuery(schema, document, operation.name?.value ?? '', {
    disableLeafSerialization: true,
  })
  if (!('query' in compiled)) return null
  return {
    document,
    name: operation.name?.value ?? null,
    isQuery: operation.operation === 'query',
    isNewestPage:
      complexity <= MAX_CACHEABLE_COST && isCacheable(schema, selected)
        ? newestPageCheck(schema, operation)
        : () => false,
    breadth,
    isAffordable: (variables) =>
      excessOf({ complexity, bytes }) === null || isWithinCost(schema, selected, variables),
    async run(context, variables) {
      try {
        const run = async () => compiled.query(undefined, context, variables)
        const result = await (tracer ? runOperation(operation.name?.value ?? null, run) : run())
        const { errors, ...rest } = result
        // In the order of graphql-js.
        return errors ? { errors: withNodes(errors, document), ...rest } : result
      } catch (error) {
        // It may have run already, so this is an unexpected error and not a refusal.
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
 * graphql-jit orders fields differently when one of several selections of a field has a directive.
 * So a condition is compiled only at a field that nothing else in the document may select again.
 */
function hasSharedConditions(
  { definitions }: DocumentNode,
  { selectionSet: { selections } }: OperationDefinitionNode,
): boolean {
  const keys = selections.map((each) => (each.kind === Kind.FIELD ? keyOfField(each) : ''))
  if (new Set(keys).size < keys.length) return true
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  const inFragments = fieldsIn(fragments)
  if (inFragments.hasOtherDirectives || inFragments.conditional.length > 0) return true
  return selections.some((root) => {
    const { all, conditional, hasOtherDirectives } = fieldsIn(childrenOf(root))
    const isShared = (key: string) =>
      inFragments.all.includes(key) || all.indexOf(key) !== all.lastIndexOf(key)
    return hasOtherDirectives || conditional.some(isShared)
  })
}

const keyOfField = ({ alias, name }: FieldNode) => (alias ?? name).value

const childrenOf = (selection: SelectionNode) =>
  ('selectionSet' in selection && selection.selectionSet?.selections) || []

/** The response keys of fields, those with directives, and whether a fragment has a directive. */
function fieldsIn(nodes: readonly ASTNode[]) {
  const found = { all: [] as string[], conditional: [] as string[], hasOtherDirectives: false }
  for (const node of nodes)
    visit(node, {
      enter(each) {
        const hasDirectives = 'directives' in each && (each.directives?.length ?? 0) > 0
        if (each.kind === Kind.FIELD) {
          found.all.push(keyOfField(each))
          if (hasDirectives) found.conditional.push(keyOfField(each))
        } else if (hasDirectives) found.hasOtherDirectives = true
      },
    })
  return found
}
