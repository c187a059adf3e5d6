import http from 'node:http'
import { cookieOf } from '../workloads/cookies.ts'
import type { Ask } from '../workloads/operation.ts'

/** A request and what it counts as. */
export interface Step<Kind extends string> {
  kind: Kind
  ask: Ask
}

export interface Driven<Kind extends string> {
  seconds: number
  /** Milliseconds from request to the whole answer, sorted. */
  latencies: Record<Kind, number[]>
  /** The first few, in words, and how many there were. */
  faults: string[]
  faultCount: number
}

export interface DriveOptions<Kind extends string> {
  url: string
  connections: number
  seconds: number
  kinds: readonly Kind[]
  /** The so-manyth request. */
  step(index: number): Step<Kind>
}

const FAULTS_KEPT = 5

/** Sends requests of several kinds, on so many connections with one under way on each, and looks at every answer. */
export async function drive<Kind extends string>({
  url,
  connections,
  seconds,
  kinds,
  step,
}: DriveOptions<Kind>): Promise<Driven<Kind>> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const latencies = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]])) as Record<
    Kind,
    number[]
  >
  const faults: string[] = []
  let faultCount = 0
  let sent = 0
  const began = performance.now()
  const until = began + seconds * 1000

  async function one() {
    while (performance.now() < until) {
      const { kind, ask } = step(sent++)
      const before = performance.now()
      const fault = await send(agent, url, ask)
      latencies[kind].push(performance.now() - before)
      if (fault && ++faultCount <= FAULTS_KEPT) faults.push(`${kind}: ${fault}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  agent.destroy()
  for (const kind of kinds) latencies[kind].sort((a, b) => a - b)
  return { seconds: (performance.now() - began) / 1000, latencies, faults, faultCount }
}

/** @returns what is wrong with the answer, null for a good one */
function send(
  agent: http.Agent,
  url: string,
  { method, path, viewer, body }: Ask,
): Promise<string | null> {
  const text = body && JSON.stringify(body)
  return new Promise((resolve) => {
    const request = http.request(
      url + path,
      {
        agent,
        method,
        headers: {
          ...(viewer !== null && { Cookie: cookieOf(viewer) }),
          ...(text && {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(text),
          }),
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', (error) => resolve(error.message))
        response.on('end', () => resolve(faultIn(response.statusCode ?? 0, Buffer.concat(chunks))))
      },
    )
    request.on('error', (error) => resolve(error.message))
    request.end(text)
  })
}

function faultIn(status: number, body: Buffer): string | null {
  const isRefused =
    body.includes('"userErrors":[{') || body.includes('{"errors"') || body.includes(',"errors":[')
  return status === 200 && !isRefused ? null : `${status} ${body.toString('utf8', 0, 300)}`
}

/** @param sorted smallest first */
export function percentile(sorted: readonly number[], percent: number): number {
  return (
    sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
  )
}
