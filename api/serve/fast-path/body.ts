import type { IncomingMessage } from 'node:http'
import { withoutByteOrderMark } from '#api/http/json-body.ts'

/** Reads a body of declared length. Does not call back if the caller disconnects. */
export function readBody(req: IncomingMessage, done: (body: string) => void): void {
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('error', () => {})
  req.on('end', () => done(withoutByteOrderMark(Buffer.concat(chunks)).toString()))
}

/** Attaches a consumed body as Express's parsers do. Yoga parses it itself if it is text. */
export function attachBody(req: IncomingMessage, body: string): void {
  Object.assign(req, { body: parseJsonObject(body) ?? body })
}

/** @returns null unless the text is a JSON object with at least one property */
export function parseJsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    const isObject =
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.keys(value).length > 0
    return isObject ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
