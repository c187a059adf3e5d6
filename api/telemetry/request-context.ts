import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Span, tracer } from './trace.ts'

/** Who sends a request, for turns in a queue. */
export interface Caller {
  /** The UUID of the session's account, or the network of the address. */
  key: string
  hasSession: boolean
}

/** What the log and the traces record about a request, or about a statement that requests share. */
export class RequestContext {
  readonly id: string = randomUUID()
  /** By the clock of `performance`. */
  readonly startedAt: number = performance.now()
  /** Number of statements that it waited for. A shared statement counts for each request. */
  statements = 0
  /** The name of its GraphQL operation. */
  operation: string | null = null
  /** The UUID of the account that it acts as. */
  viewer: string | null = null
  /** Null before the caller is identified, and on the fast path. */
  caller: Caller | null = null
  /** The current span: the request's, or its operation's while that runs. */
  span: Span | null = null
}

const storage = new AsyncLocalStorage<RequestContext | undefined>()
const transferred = new WeakMap<IncomingMessage, RequestContext>()

/** Runs a function, and everything asynchronous that it starts, in a context. */
export function runWith<Result>(context: RequestContext, run: () => Result): Result {
  return storage.run(context, run)
}

/** Undefined outside of any request. */
export function currentRequestContext(): RequestContext | undefined {
  return storage.getStore()
}

/**
 * Binds a callback to the current context. `AsyncLocalStorage.bind` would give each function its
 * own hidden class, which delays the garbage collection of all that the function refers to.
 */
export function bindContext<Args extends unknown[]>(
  callback: (...args: Args) => void,
): (...args: Args) => void {
  const context = currentRequestContext()
  return (...args) => storage.run(context, callback, ...args)
}

/** Runs background work outside of the current request's context. */
export function runDetached<Result>(run: () => Result): Result {
  return storage.run(undefined, run)
}

/** Keeps a request's context for the handler that the request is passed on to. */
export function transfer(req: IncomingMessage, context: RequestContext): void {
  transferred.set(req, context)
}

/** The transferred context of a request, or a new one. */
export function requestContextOf(req: IncomingMessage): RequestContext {
  return transferred.get(req) ?? startRequestContext(req)
}

export function startRequestContext(req: IncomingMessage): RequestContext {
  const context = new RequestContext()
  if (tracer) context.span = tracer.startRequest(req, context.startedAt)
  return context
}

/** Runs a GraphQL operation in a span of its own, below the request's. */
export async function runOperation<Result>(
  name: string | null,
  run: () => Promise<Result>,
): Promise<Result> {
  const context = currentRequestContext()
  const requestSpan = context?.span
  if (!requestSpan) return run()
  const span = requestSpan.startChild(name ?? 'operation', { operation: name })
  context.span = span
  try {
    return await run()
  } finally {
    span.end()
    context.span = requestSpan
  }
}
