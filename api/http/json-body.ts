import { randomUUID } from 'node:crypto'
import { AppError } from '#api/lib/errors.ts'
import { SMALL_BODY } from './body-limits.ts'
import { detailOf } from './problem.ts'

/**
 * A JSON object or array. Parsing takes time and memory with the number of values, so a picture is cut out before, and
 * what is left is small.
 * @param pictureField the field that may hold an embedded picture, for a call that has one
 * @throws AppError BAD_INPUT for anything else, TOO_LARGE when more than 64 KB are left without the picture
 */
export function parseJsonBody(bytes: Buffer, pictureField: string | null): unknown {
  if (bytes.length === 0) return {}
  if (pictureField === null || bytes.length <= SMALL_BODY)
    return parse(new TextDecoder().decode(bytes))
  const literal = findPicture(bytes, pictureField)
  if (!literal || bytes.length - (literal.end - literal.start) > SMALL_BODY) throw tooLarge()
  const placeholder = randomUUID()
  const rest = [
    bytes.subarray(0, literal.start),
    Buffer.from(`"${placeholder}"`),
    bytes.subarray(literal.end),
  ]
  const body = parse(new TextDecoder().decode(Buffer.concat(rest)))
  // Anywhere else but in its field, so long a text is not a picture.
  if (body[pictureField] !== placeholder) throw tooLarge()
  // JSON may write a slash or a plus with an escape, and some programs do.
  body[pictureField] = attempt(bytes.toString('latin1', literal.start, literal.end))
  return body
}

/** Where the text of a data URL begins and ends, quotes included. It has to begin within what may stand beside it. */
function findPicture(bytes: Buffer, field: string): { start: number; end: number } | null {
  const head = bytes.toString('latin1', 0, SMALL_BODY)
  const found = new RegExp(`"${field}"[\\t\\n\\r ]*:[\\t\\n\\r ]*(?="data:)`, 'i').exec(head)
  if (!found) return null
  const start = found.index + found[0].length
  const quote = bytes.indexOf('"', start + 1)
  return quote < 0 ? null : { start, end: quote + 1 }
}

function parse(text: string): Record<string, unknown> {
  const value = attempt(text)
  if (typeof value !== 'object' || value === null) throw unreadable()
  return value as Record<string, unknown>
}

function attempt(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable()
  }
}

const tooLarge = () => new AppError('TOO_LARGE', detailOf(413))
const unreadable = () => new AppError('BAD_INPUT', detailOf(400))
