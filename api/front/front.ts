import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Context, Services, Viewer } from '../context.ts'
import type { Sessions } from '../features/auth/session.ts'
import type { Recorder } from '../http/request-record.ts'
import { unavailableAnswer } from '../http/unavailable.ts'
import { messageOf } from '../operator-error.ts'
import { isUnavailable, unavailableBecause } from '../unavailable.ts'
import { beginWork, during, handOn, type Work } from '../watch/work.ts'
import type { Graphql } from '../yoga.ts'
import { createAddressReader } from './address.ts'
import { type Answer, createSender } from './answer.ts'
import { createEntrance } from './entrance.ts'
import { createGraphqlDoor } from './graphql-door.ts'
import { hasSmallJson, leaveBody, readBody } from './small-body.ts'

/** What a door knows of a request. */
export interface Visit {
  req: IncomingMessage
  /** What is noted of it. */
  work: Work
  /** Its body, empty where it has none. */
  text: string
  /** The token of a session, if there is a cookie with one; not looked up yet. */
  token: string | null
  /** What a resolver sees of it, for whoever the door finds out to ask. */
  contextFor(viewer: Viewer | null): Context
}

/** Answers a request, or has null for one that is Express's. It has changed nothing then. */
export type Door = (visit: Visit) => Answer | null | Promise<Answer | null>

export interface DoorNeeds {
  services: Services
  sessions: Sessions
  graphql: Graphql
}

/**
 * The fast path, for operations that ran before. It gives the same answers as
 * Express behind it, from the same resolvers under the same checks, and hands on whatever is out of the ordinary.
 */
export function createFront(
  services: Services,
  sessions: Sessions,
  graphql: Graphql,
  record: Recorder,
  express: RequestListener,
): RequestListener {
  const { settings, log } = services
  const needs: DoorNeeds = { services, sessions, graphql }
  const graphqlDoor = createGraphqlDoor(needs)
  const [mayEnter, addressOf, send] = [createEntrance(settings), createAddressReader(settings), createSender(settings, giveUp)]

  // An answer may tell of a change that was made, so nothing is done again when it cannot be sent.
  function giveUp(err: unknown, res: ServerResponse, requestId: string) {
    log.error({ err, requestId }, 'An answer could not be sent')
    res.destroy()
  }

  function open(req: IncomingMessage, res: ServerResponse, route: string, door: Door, text: string): void {
    const work = beginWork(req)
    const { id } = work
    const contextFor = (viewer: Viewer | null) => ({
      ...services,
      viewer,
      requestId: id,
      clientAddress: addressOf(req),
      ...services.freshness?.reading(req.headers.cookie, viewer),
    })

    function ask(): ReturnType<Door> {
      try {
        return during(work, () => door({ req, work, text, token: sessions.tokenIn(req.headers.cookie), contextFor }))
      } catch {
        return null
      }
    }
    // Whatever is wrong before there is an answer, Express meets it as well and says it in the right words.
    const toExpress = () => {
      handOn(req, work)
      if (req.method === 'POST') leaveBody(req, text)
      express(req, res)
    }
    function finish(answer: Answer | null): void | Promise<void> {
      if (!answer) return toExpress()
      const { status = 200 } = answer
      const sent = send(req, res, id, answer)
      record(work, { method: req.method ?? '', route, status, bytes: answer.body.length })
      return sent
    }

    // Express would only ask the same database again.
    function fail(error: unknown): void | Promise<void> {
      if (!isUnavailable(error)) return toExpress()
      log.warn({ requestId: id, reason: messageOf(error) }, 'A request failed because the database could not be reached')
      const { body, ...rest } = unavailableAnswer(req.url ?? '', req, id, unavailableBecause(error))
      return finish({ ...rest, body: Buffer.from(body) })
    }

    const answer = ask()
    const cannotSend = (error: unknown) => giveUp(error, res, id)
    if (answer instanceof Promise) answer.then(finish, fail).catch(cannotSend)
    else finish(answer)?.catch(cannotSend)
  }

  return (req, res) => {
    const { method, url = '' } = req
    if (method === 'POST' && url === '/graphql' && mayEnter(req) && hasSmallJson(req)) {
      readBody(req, (text) => open(req, res, '/graphql', graphqlDoor, text))
    } else express(req, res)
  }
}
