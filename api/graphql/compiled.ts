import { complexityFromQuery } from '@pothos/plugin-complexity'
import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLBoolean,
  type GraphQLInputType,
  GraphQLInt,
  type GraphQLSchema,
  getOperationAST,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  TypeInfo,
  type TypeNode,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { compileQuery } from 'graphql-jit'
import { limits } from '#rules/limits.ts'
import type { Context } from '../context.ts'
import { MAX_COST } from './cost.ts'

/** An operation that ran before without an error, compiled: the same resolvers in the same order, without looking up each field anew. */
export interface CompiledOperation {
  document: DocumentNode
  isQuery: boolean
  /** Whether it asks for the feed alone, and for nothing that depends on who asks but whether they like a post. */
  isFeed: boolean
  /** Errors in the result have no locations; wrong variables are errors as well. */
  run(context: Context, variables: Record<string, unknown>): Promise<ExecutionResult> | ExecutionResult
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
  #second = 0
  #inSecond = 0

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
  }

  find(text: string, operationName: string | null | undefined): CompiledOperation | null {
    return this.#kept.get(keyOf(text, operationName)) ?? null
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
  if (!operation || operation.operation === 'subscription' || !isAlwaysCheap(schema, document, operation)) return null
  const compiled = compileQuery(schema, document, operation.name?.value ?? '')
  if (!('query' in compiled)) return null
  return {
    document,
    isQuery: operation.operation === 'query',
    isFeed: isFeed(schema, document, operation),
    run: (context, variables) => compiled.query(undefined, context, variables),
  }
}

/** Whether to ask the executor again, which tells of an error with all that belongs to it: a question, or what was refused before it began. */
export function mayAskAgain({ isQuery }: CompiledOperation, { errors, data }: ExecutionResult): boolean {
  return errors !== undefined && (isQuery || data === undefined)
}

function isFeed(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): boolean {
  if (!operation.selectionSet.selections.every((each) => each.kind === Kind.FIELD && each.name.value === 'feed')) return false
  let personal = false
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      Field() {
        personal ||= types.getFieldDef()?.extensions.personal === true
      },
    }),
  )
  return !personal
}

/** Whether it keeps within the cost limit whatever its variables are, so that nobody needs to count each time. */
function isAlwaysCheap(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): boolean {
  const roots = operation.selectionSet.selections
  if (!roots.every((each) => each.kind === Kind.FIELD && !NOT_COMPILED.has(each.name.value))) return false
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  // What a variable may leave out is counted as asked for.
  const only: DocumentNode = visit({ kind: Kind.DOCUMENT, definitions: [operation, ...fragments] }, { Directive: () => null })
  const variables = Object.fromEntries(
    (operation.variableDefinitions ?? []).map((each) => [each.variable.name.value, costliest(schema, each.type)]),
  )
  try {
    return complexityFromQuery(only, { schema, variables, ctx: {} }).complexity <= MAX_COST
  } catch {
    // A value that no argument takes: then it is counted each time with those that come.
    return false
  }
}

/** A value of a variable's type that makes a page as large as it can be. */
function costliest(schema: GraphQLSchema, node: TypeNode): unknown {
  const type = typeFromAST(schema, node as NamedTypeNode)
  return type && isInputType(type) ? costliestOf(type) : null
}

function costliestOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return costliestOf(type.ofType)
  if (isListType(type)) return [costliestOf(type.ofType)]
  if (isInputObjectType(type))
    return Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, costliestOf(field.type)]))
  if (isEnumType(type)) return type.getValues()[0]?.name
  if (type === GraphQLInt) return limits.pageSize.max
  return type === GraphQLBoolean ? true : 'x'
}
