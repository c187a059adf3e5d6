import http from 'node:http'
import type { Attack, AttackRequest } from './attacks.ts'
import type { Target } from './small-product.ts'

export const WARM_UP_REQUESTS = 5
const REQUEST_TIMEOUT_MS = 30_000

/** An attack ends after its duration or its number of requests. */
export interface Amount {
  durationMs?: number | undefined
  requests?: number | undefined
}

/** @returns numbers of responses by status or error code */
export async function sendMany(
  attack: Attack,
  target: Target,
  { durationMs = Number.POSITIVE_INFINITY, requests = Number.POSITIVE_INFINITY }: Amount,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  const startedAt = performance.now()
  let number = WARM_UP_REQUESTS
  const isDone = () =>
    number >= requests + WARM_UP_REQUESTS ||
    performance.now() - startedAt >= durationMs ||
    statuses.ECONNREFUSED !== undefined
  const runConnection = async () => {
    while (!isDone()) {
      const status = await send(target, attack.request(number++, target))
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: attack.connections }, runConnection))
  return statuses
}

const agent = new http.Agent({ keepAlive: true })

/** @returns the status, or the error code of a broken connection */
export function send(
  { port }: Target,
  { method, path, headers = {}, body }: AttackRequest,
): Promise<string> {
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = http.request(
      {
        port,
        method,
        path,
        agent,
        timeout: REQUEST_TIMEOUT_MS,
        headers: { ...headers, ...length },
      },
      (response) => {
        // Do not finish sending a request that was rejected early.
        response.resume().once('close', () => resolve(String(response.statusCode)))
        if (Number(response.statusCode) >= 400 && !request.writableFinished) request.destroy()
      },
    )
    request.once('timeout', () => request.destroy(new Error('timeout')))
    request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    request.end(body)
  })
}
