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

/** The body of a request that tells its length. Rejects when the caller goes away. */
export function readBody(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
    req.on('error', reject)
  })
}
