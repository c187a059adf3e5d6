import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import { unfinishedResponsesOf } from '#api/admission/connections.ts'
import { methodProblem } from './methods.ts'
import { defaultProblem } from './problem.ts'
import { PROBLEM_TYPE, type Problem, problemJson } from './problem-details.ts'
import { normalizeTarget } from './request-target.ts'

export const tooSlow = unreadable(408, 'The request did not arrive in time. Please send it again.')
export const tooLongHeaders = unreadable(
  431,
  'The address and headers are longer than 16 KB. Send long values in the body of a POST.',
)
/** By the code of Node's `clientError`. */
const rejections: Record<string, Problem> = {
  HPE_HEADER_OVERFLOW: tooLongHeaders,
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: defaultProblem(413),
}
const invalidRequest = unreadable(400, 'This could not be read as an HTTP request.')
const invalidTarget = unreadable(400, 'The address of the request is not one of this server.')
const missingHost = unreadable(400, 'The request needs a Host header.')
export const unknownExpectation = unreadable(417, 'The only supported expectation is 100-continue.')

function unreadable(status: number, detail: string): Problem {
  return { status, code: 'REQUEST_UNREADABLE', detail }
}

/** Sends a problem for requests that Node cannot parse. Node's own response is a bare status. */
export function respondToClientErrors(server: Server): void {
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: Socket) =>
    endConnection(socket, rejections[code] ?? invalidRequest),
  )
  // Node passes on no response for these.
  server.on('connect', (_req, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    respondAndClose(socket, methodProblem('CONNECT'))
  })
}

/** For Node's `checkExpectation`, which takes the place of `request`. */
export const rejectExpectation: RequestListener = (_req, res) => respond(res, unknownExpectation)

/** Ends the connection of a request whose body takes too long. */
export function endSlowRequest({ socket }: IncomingMessage): void {
  endConnection(socket, tooSlow)
}

function endConnection(socket: Socket, problem: Problem): void {
  const unfinished = unfinishedResponsesOf(socket)
  // The client would take this for the rest of a response that has begun,
  const isResponding = unfinished.some((res) => res.headersSent && !res.writableEnded)
  if (!socket.writable || isResponding) return void socket.destroy()
  // or for the response to an earlier request.
  const earlier = unfinished.findLast(({ req }) => req.complete)
  if (earlier) return void earlier.once('close', () => endConnection(socket, problem))
  respondAndClose(socket, problem)
}

function respondAndClose(socket: Socket, problem: Problem): void {
  const { status } = problem
  const body = problemJson(problem)
  const head = [
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

function respond(res: ServerResponse, problem: Problem): void {
  const headers = { 'Content-Type': PROBLEM_TYPE, Connection: 'close' }
  res.writeHead(problem.status, headers).end(problemJson(problem))
}

/** Passes requests on with a normalized target. Rejects those without a valid target or host. */
export function normalizeTargets(app: RequestListener): RequestListener {
  return (req, res) => {
    if (!normalizeTarget(req)) return respond(res, invalidTarget)
    // HTTP/1.0 has no such header.
    const lacksHost = req.headers.host === undefined && req.httpVersion !== '1.0'
    if (lacksHost) return respond(res, missingHost)
    app(req, res)
  }
}
