import { complexityFromQuery } from '@pothos/plugin-complexity'
import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { compileQuery } from 'graphql-jit'
import type { Context } from '../context.ts'
import { isUnavailable } from '../unavailable.ts'
import { cacheCounts } from '../watch/caches.ts'
import { tracer } from '../watch/trace.ts'
import { duringOperation } from '../watch/work.ts'
import { MAX_COST } from './cost.ts'

/** An operation that ran before without an error, compiled: the same resolvers in the same order, without looking up each field anew. */
export interface CompiledOperation {
  document: DocumentNode
  name: string | null
  isQuery: boolean
  /** Whether it asks for nothing but the feed or what a search finds, and of the caller for nothing but what they like of it. */
  isOfPosts: boolean
  /** Whether there is a search in it. */
  isSearch: boolean
  /** Whether it keeps within the cost limit with these variables. */
  isAffordable(variables: Record<string, unknown>): boolean
  /** Errors in the result have no locations; wrong variables are errors as well. */
  run(context: Context, variables: Record<string, unknown>): Promise<ExecutionResult>
}

const MAX_KEPT = 200
/** Whoever sends ever new documents makes the server compile no more than this many in a second. */
const MAX_COMPILED_IN_A_SECOND = 10
/** Of a list of ids, what it costs depends on its length; introspection is rare. */
const NOT_COMPILED = new Set(['nodes', '__schema', '__type'])

/** Compiled operations by the text of their document and the name of the operation. */
export class CompiledOperations {
  readonly #schema: GraphQLSchema
  readonly #kept = new Map<string, CompiledOperation | null>()
  readonly #counts = cacheCounts('operations', this.#kept)
  #second = 0
  #inSecond = 0

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
  }

  find(text: string, operationName: string | null | undefined): CompiledOperation | null {
    const found = this.#kept.get(keyOf(text, operationName)) ?? null
    if (found) this.#counts.hits++
    else this.#counts.misses++
    return found
  }

  /** Compiles a document that passed every check. */
  learn(text: string, document: DocumentNode, operationName: string | null | undefined): void {
    const key = keyOf(text, operationName)
    if (this.#kept.has(key) || !this.#mayCompile()) return
    const [oldest] = this.#kept.keys()
    if (this.#kept.size >= MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    this.#kept.set(key, compile(this.#schema, document, operationName))
  }

  #mayCompile(): boolean {
    const second = Math.floor(performance.now() / 1000)
    if (second !== this.#second) this.#inSecond = 0
    this.#second = second
    return ++this.#inSecond <= MAX_COMPILED_IN_A_SECOND
  }
}

function keyOf(text: string, operationName: string | null | undefined): string {
  return operationName ? `${operationName} ${text}` : text
}

/** @returns null for an operation that has to be looked at each time that it is sent */
export function compile(schema: GraphQLSchema, document: DocumentNode, operationName?: string | null): CompiledOperation | null {
  const operation = getOperationAST(document, operationName)
  if (!operation || operation.operation === 'subscription') return null
  const roots = operation.selectionSet.selections
  if (!roots.every((each) => each.kind === Kind.FIELD && !NOT_COMPILED.has(each.name.value))) return null
  if (hasInnerConditions(onlyOperation(document, operation), operation)) return null
  // Resolvers' types are checked already; what takes a value of another kind is a scalar of our own, which is written as ever.
  const compiled = compileQuery(schema, document, operation.name?.value ?? '', { disableLeafSerialization: true })
  if (!('query' in compiled)) return null
  return {
    document,
    name: operation.name?.value ?? null,
    isQuery: operation.operation === 'query',
    isOfPosts: isOfPosts(schema, document, operation),
    isSearch: rootsOf(operation).includes('search'),
    isAffordable: costCheck(schema, onlyOperation(document, operation)),
    async run(context, variables) {
      try {
        const run = async () => compiled.query(undefined, context, variables)
        return await (tracer ? duringOperation(operation.name?.value ?? null, run) : run())
      } catch (error) {
        // What compiled code throws itself: a change may have been made by then, so it is told as a fault and not tried again.
        return { data: null, errors: [new GraphQLError('', { originalError: error instanceof Error ? error : new Error(String(error)) })] }
      }
    },
  }
}

/**
 * Whether to ask the executor again, which tells of an error with all that belongs to it: a question, or what was refused before it
 * began. A database that cannot be reached is not asked twice.
 */
export function mayAskAgain({ isQuery }: CompiledOperation, { errors, data }: ExecutionResult): boolean {
  return errors !== undefined && (isQuery || data === undefined) && !errors.some(isUnavailable)
}

/** Where a part is named twice and once under a condition, compiled code gives the right answer in another order. */
function hasInnerConditions(document: DocumentNode, { selectionSet: { selections } }: OperationDefinitionNode): boolean {
  const outer = new Set(selections.flatMap(({ directives = [] }) => directives))
  const keys = selections.map((each) => (each.kind === Kind.FIELD ? (each.alias ?? each.name).value : ''))
  let found = new Set(keys).size < keys.length
  visit(document, {
    Directive(node) {
      found ||= !outer.has(node)
    },
  })
  return found
}

const rootsOf = ({ selectionSet: { selections } }: OperationDefinitionNode) =>
  selections.map((each) => (each.kind === Kind.FIELD ? each.name.value : ''))

function isOfPosts(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): boolean {
  if (!rootsOf(operation).every((name) => name === 'feed' || name === 'search')) return false
  let asked = false
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      Field() {
        asked ||= types.getFieldDef()?.extensions.asked === true
      },
    }),
  )
  return !asked
}

/** Of what is asked for by number, few different numbers come. */
const MAX_COUNTED = 100

/** Counts what an operation costs once for all the numbers in its variables: nothing else in them changes it. */
function costCheck(schema: GraphQLSchema, document: DocumentNode): CompiledOperation['isAffordable'] {
  const counted = new Map<string, boolean>()
  return (variables) => {
    const numbers = JSON.stringify(variables, (_name, value) => (typeof value === 'string' ? undefined : value))
    let affordable = counted.get(numbers)
    if (affordable === undefined) {
      affordable = isWithinCost(schema, document, variables)
      if (counted.size < MAX_COUNTED) counted.set(numbers, affordable)
    }
    return affordable
  }
}

function isWithinCost(schema: GraphQLSchema, document: DocumentNode, variables: Record<string, unknown>): boolean {
  try {
    return complexityFromQuery(document, { schema, variables, ctx: {} }).complexity <= MAX_COST
  } catch {
    // Something is wrong with a variable, which the executor tells in the right words.
    return false
  }
}

function onlyOperation(document: DocumentNode, operation: OperationDefinitionNode): DocumentNode {
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  return { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] }
}
