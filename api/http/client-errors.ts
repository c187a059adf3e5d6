import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { latestResponseOn } from '#api/limits/overload/connections.ts'
import { defaultDetail, problemJson } from './problem.ts'

type Rejection = [status: number, detail: string]

/** By the code of Node's `clientError`. */
const rejections: Record<string, Rejection> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'The address and headers are longer than 16 KB. Send long values in the body of a POST.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time. Please send it again.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, defaultDetail(413)],
}
const invalidRequest: Rejection = [400, 'This could not be read as an HTTP request.']

/** Sends a problem for requests that Node cannot parse. Node's own response is a bare status. */
export function respondToClientErrors(server: Server): void {
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: Socket) => {
    const response = latestResponseOn(socket)
    // The client would take a second response for the rest of an unfinished one.
    const isUnfinished = response?.headersSent === true && !response.writableEnded
    if (!socket.writable || isUnfinished) return void socket.destroy()
    const [status, detail] = rejections[code] ?? invalidRequest
    const body = problemJson({ status, detail })
    const head = [
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ]
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('\r\n')}\r\n\r\n${body}`,
    )
    socket.destroySoon()
  })
}
