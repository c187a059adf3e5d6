import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { MIMEType } from 'node:util'

export const JSON_TYPE = 'application/json; charset=utf-8'
const COMMON_TYPE = /^application\/json(?: *; *charset=utf-8)?$/i

/** Parses a Content-Type header. Null unless it is JSON. */
export function jsonTypeOf(header = ''): MIMEType | null {
  try {
    const type = new MIMEType(header)
    return type.essence === 'application/json' ? type : null
  } catch {
    return null
  }
}

/** Whether a body is JSON in UTF-8, without compression. */
export function isPlainJson(headers: IncomingHttpHeaders): boolean {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers
  if (encoding.toLowerCase() !== 'identity') return false
  if (COMMON_TYPE.test(type)) return true
  const charset = jsonTypeOf(type)?.params.get('charset') ?? 'utf-8'
  return jsonTypeOf(type) !== null && /^utf-?8$/i.test(charset)
}

/** Whether a request carries an HTML form that needs no script to be sent. */
export function hasForm(headers: IncomingHttpHeaders): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '')
}

/** Whether a response is a stream of server-sent events. */
export function isEventStream(res: ServerResponse): boolean {
  return String(res.getHeader('Content-Type')).startsWith('text/event-stream')
}

/** The media type that Yoga would choose. Null where Yoga has to negotiate it. */
export function graphqlType({ headers: { accept = '*/*' } }: IncomingMessage): string | null {
  if (accept.startsWith('application/graphql-response+json'))
    return 'application/graphql-response+json; charset=utf-8'
  return accept === '*/*' || accept.startsWith('application/json') ? JSON_TYPE : null
}
