import type { IncomingHttpHeaders } from 'node:http'
import { MIMEType } from 'node:util'

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
