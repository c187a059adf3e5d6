import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { fixedHeaders } from '../http/fixed-headers.ts'
import type { Settings } from '../settings.ts'

/** Bytes. Compression makes shorter bodies hardly smaller. */
const MIN_COMPRESSED = 1024
const compress = promisify(gzip)
/** Compressed bodies of responses that are sent to many callers. */
const compressed = new WeakMap<Buffer, Promise<Buffer>>()

export interface FastResponse {
  status?: number
  type: string
  body: Buffer
  /** Whether the same bytes are sent to other callers. */
  shared?: boolean
  /** Names and values in turn. */
  headers?: readonly string[]
}

type Respond = (req: IncomingMessage, res: ServerResponse, requestId: string, response: FastResponse) => void | Promise<void>

/** Sends responses with the headers that Express would send. */
export function createRespond(settings: Settings): Respond {
  const fixed = fixedHeaders(settings)
  return (req, res, requestId, { status = 200, type, body, shared = false, headers = [] }) => {
    const end = (sent: Buffer, encoding: readonly string[]) => {
      const own = ['X-Request-Id', requestId, 'Content-Type', type, 'Content-Length', String(sent.length)]
      res.writeHead(status, [...fixed, ...own, ...encoding, ...headers]).end(sent)
    }
    if (body.length < MIN_COMPRESSED || !acceptsGzip(req)) return end(body, [])
    return (shared ? compressOnce(body) : compress(body)).then((sent) => end(sent, ['Content-Encoding', 'gzip']))
  }
}

function acceptsGzip({ headers }: IncomingMessage): boolean {
  const encodings = headers['accept-encoding']
  return typeof encodings === 'string' && encodings.includes('gzip') && !encodings.includes('q=0')
}

function compressOnce(body: Buffer): Promise<Buffer> {
  const result = compressed.get(body) ?? compress(body)
  compressed.set(body, result)
  return result
}
