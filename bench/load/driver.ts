import http from 'node:http'
import type { HttpRequest } from '../workloads/operation.ts'
import { headersOf } from './request.ts'

/** A request and the kind that its latency counts for. */
export interface TypedRequest<Kind extends string> {
  kind: Kind
  request: HttpRequest
}

export interface DriveResult<Kind extends string> {
  seconds: number
  /** Milliseconds from the request to the end of its response, ascending. */
  latencies: Record<Kind, number[]>
  /** Descriptions of the first errors. */
  faults: string[]
  faultCount: number
}

export interface DriveOptions<Kind extends string> {
  url: string
  connections: number
  seconds: number
  kinds: readonly Kind[]
  /** @returns the request with this index */
  next(index: number): TypedRequest<Kind>
}

const MAX_FAULTS = 5

/** Sends requests of several kinds, one at a time on each connection, and checks every response. */
export async function drive<Kind extends string>({
  url,
  connections,
  seconds,
  kinds,
  next,
}: DriveOptions<Kind>): Promise<DriveResult<Kind>> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const latencies = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]])) as Record<
    Kind,
    number[]
  >
  const faults: string[] = []
  let faultCount = 0
  let sent = 0
  const startedAt = performance.now()
  const deadline = startedAt + seconds * 1000

  async function runConnection() {
    while (performance.now() < deadline) {
      const { kind, request } = next(sent++)
      const sentAt = performance.now()
      const fault = await send(agent, url, request)
      latencies[kind].push(performance.now() - sentAt)
      if (fault && ++faultCount <= MAX_FAULTS) faults.push(`${kind}: ${fault}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, runConnection))
  agent.destroy()
  for (const kind of kinds) latencies[kind].sort((a, b) => a - b)
  return { seconds: (performance.now() - startedAt) / 1000, latencies, faults, faultCount }
}

/** @returns an error message, or null after a valid response */
function send(agent: http.Agent, url: string, sent: HttpRequest): Promise<string | null> {
  const text = sent.body && JSON.stringify(sent.body)
  return new Promise((resolve) => {
    const request = http.request(
      url + sent.path,
      {
        agent,
        method: sent.method,
        headers: {
          ...headersOf(sent),
          ...(text && { 'Content-Length': Buffer.byteLength(text) }),
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', (error) => resolve(error.message))
        response.on('end', () => resolve(errorIn(response.statusCode ?? 0, Buffer.concat(chunks))))
      },
    )
    request.on('error', (error) => resolve(error.message))
    request.end(text)
  })
}

function errorIn(status: number, body: Buffer): string | null {
  const hasErrors =
    body.includes('"userErrors":[{') || body.includes('{"errors"') || body.includes(',"errors":[')
  return status === 200 && !hasErrors ? null : `${status} ${body.toString('utf8', 0, 300)}`
}

/** @param sorted ascending */
export function percentile(sorted: readonly number[], percent: number): number {
  return (
    sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
  )
}
