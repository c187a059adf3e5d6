import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { unfinishedResponsesOf } from '#api/admission/connections.ts'
import { defaultProblem, type Problem, problemJson } from './problem.ts'

const tooSlow = unreadable(408, 'The request did not arrive in time. Please send it again.')
/** By the code of Node's `clientError`. */
const rejections: Record<string, Problem> = {
  HPE_HEADER_OVERFLOW: unreadable(
    431,
    'The address and headers are longer than 16 KB. Send long values in the body of a POST.',
  ),
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: defaultProblem(413),
}
const invalidRequest = unreadable(400, 'This could not be read as an HTTP request.')

function unreadable(status: number, detail: string): Problem {
  return { status, code: 'REQUEST_UNREADABLE', detail }
}

/** Sends a problem for requests that Node cannot parse. Node's own response is a bare status. */
export function respondToClientErrors(server: Server): void {
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: Socket) =>
    endConnection(socket, rejections[code] ?? invalidRequest),
  )
}

/** Ends the connection of a request whose body takes too long. */
export function endSlowRequest({ socket }: IncomingMessage): void {
  endConnection(socket, tooSlow)
}

function endConnection(socket: Socket, problem: Problem): void {
  // The client would take a second response for the rest of an unfinished one.
  const isResponding = unfinishedResponsesOf(socket).some(
    ({ headersSent, writableEnded }) => headersSent && !writableEnded,
  )
  if (!socket.writable || isResponding) return void socket.destroy()
  const { status } = problem
  const body = problemJson(problem)
  const head = [
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
