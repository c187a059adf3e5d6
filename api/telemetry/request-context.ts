import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Traced, tracer } from './trace.ts'

/** What is noted of a request while it is answered, or of what several requests share. */
export class RequestContext {
  readonly id: string = randomUUID()
  /** By the clock of `performance`. */
  readonly begun: number = performance.now()
  /** How many statements it waited for. Each of those who share one has it. */
  statements = 0
  /** The name of its GraphQL operation. */
  operation: string | null = null
  /** The UUID of whoever it acts as. */
  viewer: string | null = null
  /** What is traced of it now: itself, or its operation while that runs. */
  traced: Traced | null = null
}

const underWay = new AsyncLocalStorage<RequestContext | undefined>()
const handedOn = new WeakMap<IncomingMessage, RequestContext>()

/** Does something as part of a piece of work, with all that follows from it. */
export function runWith<Result>(work: RequestContext, run: () => Result): Result {
  return underWay.run(work, run)
}

/** What the caller is part of; undefined outside of any request. */
export function currentRequestContext(): RequestContext | undefined {
  return underWay.getStore()
}

/**
 * A callback that is part of what its maker is part of, whoever calls it. `AsyncLocalStorage.bind` gives each function accessors of
 * its own, and with them a hidden class, which keeps all that the function refers to alive until the whole heap is swept.
 */
export function bindContext<Args extends unknown[]>(
  callback: (...args: Args) => void,
): (...args: Args) => void {
  const work = currentRequestContext()
  return (...args) => underWay.run(work, callback, ...args)
}

/** Does what is no part of what is under way, though it began then. */
export function runDetached<Result>(run: () => Result): Result {
  return underWay.run(undefined, run)
}

/** Keeps what was begun for a request for whoever goes on with it. */
export function transfer(req: IncomingMessage, work: RequestContext): void {
  handedOn.set(req, work)
}

/** What was begun for a request already, or something new. */
export function requestContextOf(req: IncomingMessage): RequestContext {
  return handedOn.get(req) ?? startRequestContext(req)
}

/** Begins with a request. */
export function startRequestContext(req: IncomingMessage): RequestContext {
  const work = new RequestContext()
  if (tracer) work.traced = tracer.request(req, work.begun)
  return work
}

/** Runs an operation as part of the request that it came with. */
export async function runOperation<Result>(
  name: string | null,
  run: () => Promise<Result>,
): Promise<Result> {
  const work = currentRequestContext()
  const request = work?.traced
  if (!request) return run()
  const operation = request.begin(name ?? 'operation', { operation: name })
  work.traced = operation
  try {
    return await run()
  } finally {
    operation.end()
    work.traced = request
  }
}
