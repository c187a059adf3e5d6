import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Viewer } from '#api/context.ts'
import { isUnavailable, unavailableMessage } from '#api/database/unavailable.ts'
import { createClientAddress } from '#api/http/client-address.ts'
import type { Recorder } from '#api/http/request-record.ts'
import { unavailableAnswer } from '#api/http/unavailable.ts'
import { messageOf } from '#api/lib/operator-error.ts'
import { runWith, startRequestContext, transfer } from '#api/telemetry/request-context.ts'
import { createOperations, type OperationsNeeds } from './operations.ts'
import { createPlainCheck, leaveBody, readBody } from './plain-request.ts'
import { createRespond, type FastResponse } from './respond.ts'

interface FastPathNeeds extends OperationsNeeds {
  record: Recorder
}

/**
 * The fast path in front of Express, for GraphQL operations that ran before. It gives the same responses from the same resolvers
 * under the same checks, and passes on everything else untouched. Without it the product is complete, only slower.
 */
export function createFastPath(needs: FastPathNeeds, next: RequestListener): RequestListener {
  const { services, sessions, record } = needs
  const { settings, log } = services
  const [isPlain, addressOf, respond, answer] = [
    createPlainCheck(settings),
    createClientAddress(settings),
    createRespond(settings, giveUp),
    createOperations(needs),
  ]

  // A response may report a change that was made, so the request is not handled again when it cannot be sent.
  function giveUp(err: unknown, res: ServerResponse, requestId: string) {
    log.error({ err, requestId }, 'A response could not be sent')
    res.destroy()
  }

  function handle(req: IncomingMessage, res: ServerResponse, text: string): void {
    const work = startRequestContext(req)
    const requestId = work.id
    const contextFor = (viewer: Viewer | null) => ({
      ...services,
      viewer,
      requestId,
      clientAddress: addressOf(req),
      ...services.replicas?.route(req.headers.cookie, viewer),
    })

    function decline() {
      transfer(req, work)
      leaveBody(req, text)
      next(req, res)
    }

    function finish(response: FastResponse | null): void | Promise<void> {
      if (!response) return decline()
      const sent = respond(req, res, requestId, response)
      record(work, {
        method: 'POST',
        route: '/graphql',
        status: response.status ?? 200,
        bytes: response.body.length,
      })
      return sent
    }

    function fail(error: unknown): void | Promise<void> {
      // Express meets the same error and reports it, but would only wait for the same database again.
      if (!isUnavailable(error)) return decline()
      log.warn(
        { requestId, reason: messageOf(error) },
        'A request failed because the database could not be reached',
      )
      const { body, ...rest } = unavailableAnswer(
        '/graphql',
        req,
        requestId,
        unavailableMessage(error),
      )
      return finish({ ...rest, body: Buffer.from(body) })
    }

    const cannotSend = (error: unknown) => giveUp(error, res, requestId)
    let answered: ReturnType<typeof answer>
    try {
      answered = runWith(work, () =>
        answer({ req, work, text, token: sessions.tokenIn(req.headers.cookie), contextFor }),
      )
    } catch {
      answered = null
    }
    if (answered instanceof Promise) answered.then(finish, fail).catch(cannotSend)
    else finish(answered)?.catch(cannotSend)
  }

  return (req, res) =>
    isPlain(req) ? readBody(req, (text) => handle(req, res, text)) : next(req, res)
}
