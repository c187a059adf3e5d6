import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { latestResponseOn } from '#api/limits/overload/connections.ts'
import { detailOf, problemJson } from './problem.ts'

/** By Node's code of what is wrong: a status, and a sentence for the person who asked. */
const refusals: Record<string, [status: number, detail: string]> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'The address and the headers are too long: 16 KB together is the most. Send what is longer in the body of a POST.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time. Please send it again.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, detailOf(413)],
}
const noRequest: (typeof refusals)[string] = [400, 'This could not be read as a request of HTTP.']

/** Answers what Node cannot read, which comes to no route: by itself it says nothing but a status. */
export function answerUnreadable(server: Server): void {
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: Socket) => {
    const answer = latestResponseOn(socket)
    // Within an answer, another one would be taken for its end.
    const isWithin = answer?.headersSent === true && !answer.writableEnded
    if (!socket.writable || isWithin) return void socket.destroy()
    const [status, detail] = refusals[code] ?? noRequest
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
