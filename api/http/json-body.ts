import { randomUUID } from 'node:crypto'
import { AppError, inputError, problemOfIssue } from '#api/lib/errors.ts'
import { SMALL_BODY_BYTES } from './body-limits.ts'
import { hasFewValues } from './json-scan.ts'

/** A JSON body of at most 64 KB, which is decoded and parsed once, when it is needed. */
export class JsonBody {
  readonly #bytes: Buffer
  #text: string | undefined
  #value: { parsed: unknown } | undefined

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get text(): string {
    this.#text ??= decode(this.#bytes)
    return this.#text
  }

  /** @throws AppError BAD_INPUT for invalid JSON, and for too many or too deeply nested values */
  get value(): unknown {
    this.#value ??= { parsed: parse(this.#bytes, this.text) }
    return this.#value.parsed
  }

  /** As `value`, of an empty body an empty object. @throws AppError BAD_INPUT also for a scalar */
  get object(): Record<string, unknown> {
    return this.#bytes.length === 0 ? {} : requireObject(this.value)
  }
}

/**
 * Parses a JSON object or array with an embedded picture, which is cut out first. The rest must be
 * small.
 * @param field the field that may contain a data URL
 * @throws AppError BAD_INPUT, or TOO_LARGE when more than 64 KB remain without the picture
 */
export function parseBodyWithPicture(bytes: Buffer, field: string): Record<string, unknown> {
  if (bytes.length <= SMALL_BODY_BYTES) return new JsonBody(bytes).object
  const literal = findDataUrl(bytes, field)
  if (!literal || bytes.length - (literal.end - literal.start) > SMALL_BODY_BYTES) throw tooLarge()
  const placeholder = randomUUID()
  const rest = [
    bytes.subarray(0, literal.start),
    Buffer.from(`"${placeholder}"`),
    bytes.subarray(literal.end),
  ]
  const body = new JsonBody(Buffer.concat(rest)).object
  // The literal was in another field, where so long a text is not a picture.
  if (body[field] !== placeholder) throw tooLarge()
  // Some programs escape slashes and pluses in JSON.
  body[field] = parseText(bytes.toString('latin1', literal.start, literal.end))
  return body
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

/** Without a byte order mark. Invalid UTF-8 becomes U+FFFD. */
function decode(bytes: Buffer): string {
  const text = bytes.toString()
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/** @throws AppError BAD_INPUT for JSON that would take much memory */
export function requireFewValues(json: Buffer): void {
  if (!hasFewValues(json)) throw new AppError('BAD_INPUT', 'BODY_TOO_COMPLEX')
}

function parse(bytes: Buffer, text: string): unknown {
  requireFewValues(bytes)
  return parseText(text)
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid()
  }
}

function requireObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw notObject()
  return value as Record<string, unknown>
}

const tooLarge = () => new AppError('TOO_LARGE', 'BODY_TOO_LARGE')
const invalid = () => new AppError('BAD_INPUT', 'BODY_UNREADABLE')
const notObject = () => inputError([problemOfIssue('body', 'The body must be a JSON object.')])
