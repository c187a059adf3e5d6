import { randomUUID } from 'node:crypto'
import { AppError } from '#api/lib/errors.ts'
import { SMALL_BODY_BYTES } from './body-limits.ts'

/**
 * Parses a JSON object or array. `JSON.parse` costs time and memory per value, so an embedded
 * picture is cut out first and the rest must be small.
 * @param pictureField the field that may contain a data URL, if the endpoint has one
 * @throws AppError BAD_INPUT, or TOO_LARGE when more than 64 KB remain without the picture
 */
export function parseJsonBody(bytes: Buffer, pictureField: string | null): unknown {
  if (bytes.length === 0) return {}
  if (pictureField === null || bytes.length <= SMALL_BODY_BYTES)
    return parseObject(new TextDecoder().decode(bytes))
  const literal = findDataUrl(bytes, pictureField)
  if (!literal || bytes.length - (literal.end - literal.start) > SMALL_BODY_BYTES) throw tooLarge()
  const placeholder = randomUUID()
  const rest = [
    bytes.subarray(0, literal.start),
    Buffer.from(`"${placeholder}"`),
    bytes.subarray(literal.end),
  ]
  const body = parseObject(new TextDecoder().decode(Buffer.concat(rest)))
  // The literal was in another field, where so long a text is not a picture.
  if (body[pictureField] !== placeholder) throw tooLarge()
  // Some programs escape slashes and pluses in JSON.
  body[pictureField] = parse(bytes.toString('latin1', literal.start, literal.end))
  return body
}

/** Editors of Windows begin a file with one. RFC 8259 lets parsers ignore it. */
export function withoutByteOrderMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
}

/** The byte range of a data URL, quotes included. Only the first 64 KB may precede it. */
function findDataUrl(bytes: Buffer, field: string): { start: number; end: number } | null {
  const head = bytes.toString('latin1', 0, SMALL_BODY_BYTES)
  const match = new RegExp(`"${field}"[\\t\\n\\r ]*:[\\t\\n\\r ]*(?="data:)`, 'i').exec(head)
  if (!match) return null
  const start = match.index + match[0].length
  const quote = bytes.indexOf('"', start + 1)
  return quote < 0 ? null : { start, end: quote + 1 }
}

function parseObject(text: string): Record<string, unknown> {
  const value = parse(text)
  if (typeof value !== 'object' || value === null) throw invalid()
  return value as Record<string, unknown>
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid()
  }
}

const tooLarge = () => new AppError('TOO_LARGE', 'BODY_TOO_LARGE')
const invalid = () => new AppError('BAD_INPUT', 'BODY_UNREADABLE')
