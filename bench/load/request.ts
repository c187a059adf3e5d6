import { cookieOf, secretOf } from '../workloads/cookies.ts'
import type { HttpRequest } from '../workloads/operation.ts'

/** Like other scripts, the benchmark sends no Origin header. */
export function headersOf({ viewer, byToken, body, headers }: HttpRequest): Record<string, string> {
  return {
    ...(viewer !== null && !byToken && { Cookie: cookieOf(viewer) }),
    ...(viewer !== null && byToken && { Authorization: `Bearer ${secretOf(viewer)}` }),
    ...(body && { 'Content-Type': 'application/json' }),
    ...headers,
  }
}

/** @returns the bytes of an HTTP/1.1 request */
export function rawRequest(url: string, request: HttpRequest): Buffer {
  const body = request.body ? JSON.stringify(request.body) : ''
  const headers = {
    Host: new URL(url).host,
    ...headersOf(request),
    ...(body && { 'Content-Length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${request.method} ${request.path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/** @throws Error when the status is not 200 */
export async function sendRequest(
  url: string,
  request: HttpRequest,
): Promise<{ bytes: Buffer; body: unknown }> {
  const { method, path, body } = request
  // The load asks for no compression either, because most peers lack it.
  const headers = { 'Accept-Encoding': 'identity', ...headersOf(request) }
  const response = await fetch(url + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  if (response.status !== 200)
    throw new Error(
      `${method} ${path} returned ${response.status}: ${bytes.toString().slice(0, 500)}`,
    )
  const isJson = response.headers.get('content-type')?.includes('json')
  return { bytes, body: isJson ? (JSON.parse(bytes.toString()) as unknown) : bytes.toString() }
}
