import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { isUnavailable, unavailableMessage } from '#api/database/unavailable.ts'
import {
  INTERNAL_ERROR_CODE,
  internalErrorResponse,
  unavailableResponse,
} from '#api/http/error-response.ts'
import type { JsonBody } from '#api/http/json-body.ts'
import { putBodyBack, takeGoodBody } from '#api/http/received-body.ts'
import type { RequestObserver } from '#api/http/request-observer.ts'
import { messageOf } from '#api/lib/operator-error.ts'
import { countError } from '#api/telemetry/operations.ts'
import { runWith, startRequestContext, transfer } from '#api/telemetry/request-context.ts'
import { createEligibilityCheck } from './eligibility.ts'
import type { FastResponse } from './fast-response.ts'
import { FastOperations, type FastRequest, type OperationServices } from './operations.ts'
import { ResponseWriter } from './response-writer.ts'

interface FastPathOptions extends OperationServices {
  observe: RequestObserver
}

/**
 * A fast path in front of Express for compiled GraphQL operations. It gives the same responses
 * under the same checks, and passes every other request to `next`.
 */
export function createFastPath(options: FastPathOptions, next: RequestListener): RequestListener {
  const isEligible = createEligibilityCheck(options.services.settings)
  const fastPath = new FastPath(options, next)
  return (req, res) => {
    const body = isEligible(req) ? takeGoodBody(req) : null
    return body ? fastPath.handle(req, res, body) : next(req, res)
  }
}

class FastPath {
  readonly #log: Logger
  readonly #observe: RequestObserver
  readonly #next: RequestListener
  readonly #operations: FastOperations
  readonly #writer: ResponseWriter

  constructor(options: FastPathOptions, next: RequestListener) {
    this.#log = options.services.log
    this.#observe = options.observe
    this.#next = next
    this.#operations = new FastOperations(options)
    this.#writer = new ResponseWriter(options.services.settings, (error, res, requestId) =>
      this.#abort(error, res, requestId),
    )
  }

  handle(req: IncomingMessage, res: ServerResponse, body: JsonBody): void {
    const requestContext = startRequestContext(req)
    const request = { req, res, requestContext, body, hasBegun: false }
    const onWriteError = (error: unknown) => this.#abort(error, res, requestContext.id)
    // Nothing catches what an event's listener throws: it would end the process.
    try {
      this.#respond(request)?.catch(onWriteError)
    } catch (error) {
      onWriteError(error)
    }
  }

  #respond(request: FastRequest): void | Promise<void> {
    let response: ReturnType<FastOperations['respond']>
    try {
      response = runWith(request.requestContext, () => this.#operations.respond(request))
    } catch {
      response = null
    }
    if (!(response instanceof Promise)) return this.#finish(request, response)
    return response.then(
      (settled) => this.#finish(request, settled),
      (error) => this.#fail(request, error),
    )
  }

  #finish(request: FastRequest, response: FastResponse | null): void | Promise<void> {
    if (!response) return this.#decline(request)
    const { req, res, requestContext } = request
    const sent = this.#writer.send(req, res, requestContext.id, response)
    this.#observe(requestContext, {
      method: 'POST',
      route: '/graphql',
      status: response.status ?? 200,
      bytes: response.body.length,
    })
    return sent
  }

  #fail(request: FastRequest, error: unknown): void | Promise<void> {
    const requestId = request.requestContext.id
    // Express reports other errors. Here it would only wait for the database a second time.
    if (!isUnavailable(error)) {
      return request.hasBegun ? this.#failInternally(request, error) : this.#decline(request)
    }
    this.#log.warn(
      { requestId, reason: messageOf(error) },
      'A request failed because the database is unavailable',
    )
    const { body, ...rest } = unavailableResponse(
      '/graphql',
      request.req,
      requestId,
      unavailableMessage(error),
    )
    return this.#finish(request, { ...rest, body: Buffer.from(body) })
  }

  /** For an operation that has begun: it may be a mutation, which must not run again. */
  #failInternally(request: FastRequest, error: unknown): void | Promise<void> {
    const requestId = request.requestContext.id
    this.#log.error({ err: error, requestId }, 'A request failed')
    countError(request.requestContext.operation, INTERNAL_ERROR_CODE)
    const { body, ...rest } = internalErrorResponse('/graphql', request.req, requestId)
    return this.#finish(request, { ...rest, body: Buffer.from(body) })
  }

  #decline({ req, res, requestContext, body }: FastRequest): void {
    transfer(req, requestContext)
    putBodyBack(req, body)
    this.#next(req, res)
  }

  /** Never retries the request, since its mutation may have succeeded. */
  #abort(error: unknown, res: ServerResponse, requestId: string): void {
    this.#log.error({ err: error, requestId }, 'A response could not be sent')
    res.destroy()
  }
}
