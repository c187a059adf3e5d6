import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { demoUser } from '#rules/demo-user.ts'
import { securityHeaders } from '../http/security-headers.ts'
import type { Settings } from '../settings.ts'
import { inARow } from './in-a-row.ts'

/** Below this the packed answer is hardly smaller. */
const LEAST_PACKED = 1024
const pack = promisify(gzip)
/** Packed forms of answers that are sent as they are to many. */
const packed = new WeakMap<Buffer, Promise<Buffer>>()

export interface Answer {
  status?: number
  type: string
  body: Buffer
  /** Whether the same bytes are sent to others. */
  shared?: boolean
  headers?: readonly string[]
}

interface Sending {
  res: ServerResponse
  id: string
  answer: Answer
  /** As it is sent. */
  body: Buffer
  /** Headers that tell how it is packed. */
  coding: readonly string[]
}

type Send = (req: IncomingMessage, res: ServerResponse, id: string, answer: Answer) => void | Promise<void>

/** What every answer that depends on its caller has in its head, as names and values in turn. */
export function fixedHeaders(settings: Settings): string[] {
  return [...headersOf(settings), ...['Cache-Control', 'private, no-store'], ...['Vary', `Cookie, ${demoUser.header}, Accept-Encoding`]]
}

/**
 * Sends answers with the headers that Express would send.
 * @param giveUp hears of an answer that cannot be sent
 */
export function createSender(settings: Settings, giveUp: (error: unknown, res: ServerResponse, id: string) => void): Send {
  const fixed = fixedHeaders(settings)
  const end = inARow(
    ({ res, id, answer: { status = 200, type, headers = [] }, body, coding }: Sending) => {
      const own = ['X-Request-Id', id, 'Content-Type', type, 'Content-Length', String(body.length)]
      res.writeHead(status, [...fixed, ...own, ...coding, ...headers]).end(body)
    },
    (error, { res, id }) => giveUp(error, res, id),
  )
  return (req, res, id, answer) => {
    const { body, shared = false } = answer
    if (body.length < LEAST_PACKED || !accepts(req)) return end({ res, id, answer, body, coding: [] })
    const packing = shared ? packedOnce(body) : pack(body)
    return packing.then((packed) => end({ res, id, answer, body: packed, coding: ['Content-Encoding', 'gzip'] }))
  }
}

function accepts({ headers }: IncomingMessage): boolean {
  const codings = headers['accept-encoding']
  return typeof codings === 'string' && codings.includes('gzip') && !codings.includes('q=0')
}

function packedOnce(body: Buffer): Promise<Buffer> {
  let once = packed.get(body)
  if (!once) {
    once = pack(body)
    packed.set(body, once)
  }
  return once
}

/** What the middleware sets on every answer, as names and values in turn. */
function headersOf(settings: Settings): string[] {
  const headers = new Map<string, string>()
  const response = { setHeader: (name: string, value: string) => headers.set(name, value), removeHeader() {} }
  securityHeaders(settings)({} as never, response as never, () => {})
  return [...headers].flat()
}
