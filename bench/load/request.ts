import { cookieOf } from '../workloads/cookies.ts'
import type { Ask } from '../workloads/operation.ts'

/** The headers of a request beside those of its body; scripts send no Origin. */
function headersOf({ viewer, body, headers }: Ask): Record<string, string> {
  return {
    ...(viewer !== null && { Cookie: cookieOf(viewer) }),
    ...(body && { 'Content-Type': 'application/json' }),
    ...headers,
  }
}

/** A request as it goes over the wire. */
export function rawRequest(url: string, ask: Ask): Buffer {
  const body = ask.body ? JSON.stringify(ask.body) : ''
  const headers = {
    Host: new URL(url).host,
    ...headersOf(ask),
    ...(body && { 'Content-Length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${ask.method} ${ask.path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/**
 * One request, whose answer is read.
 * @throws Error unless it is answered with 200
 */
export async function request(url: string, ask: Ask): Promise<{ bytes: Buffer; body: unknown }> {
  const { method, path, body } = ask
  // No encoding is asked for, as the load does not either: that most peers have none would tell nothing about them.
  const headers = { 'Accept-Encoding': 'identity', ...headersOf(ask) }
  const answer = await fetch(url + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200)
    throw new Error(
      `${method} ${path} was answered with ${answer.status}: ${bytes.toString().slice(0, 500)}`,
    )
  const isHtml = answer.headers.get('content-type')?.startsWith('text/html')
  return { bytes, body: isHtml ? bytes.toString() : (JSON.parse(bytes.toString()) as unknown) }
}
