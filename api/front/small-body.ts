import type { IncomingMessage } from 'node:http'

/** Operations are small; what is larger is read by Express. */
const MOST_BYTES = 64 * 1024

export function hasSmallJson({ headers }: IncomingMessage): boolean {
  const length = Number(headers['content-length'])
  return length > 0 && length <= MOST_BYTES && headers['content-encoding'] === undefined && isJson(headers['content-type'])
}

function isJson(type: string | undefined): boolean {
  return type === 'application/json' || /^application\/json *; *charset=utf-8$/i.test(type ?? '')
}

/** Reads the body of a request that tells its length. Of one whose caller goes away, nothing more is heard. */
export function readBody(req: IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('error', () => {})
  req.on('end', () => {
    done((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))?.toString() ?? '')
  })
}

/** A body can be read only once, so Yoga finds one that was read here. What is not an object it reads as text. */
export function leaveBody(req: IncomingMessage, text: string): void {
  Object.assign(req, { body: jsonObject(text) ?? text })
}

/** A JSON object with something in it. */
export function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
    return isObject ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
