import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '#api/test/servers/free-port.ts'
import { type Product, startProduct } from '../e2e/server.ts'
import { createRequests } from './load/requests.ts'
import { sendLoad } from './load/send.ts'
import type { LoadResult } from './load/sender.process.ts'

/** One server always serves this many requests at once. */
const FULL_LOAD_CONNECTIONS = 64
const OVERLOAD_CONNECTIONS = 4_000
const OVERLOAD_FACTOR = 10
const IDLE_CONNECTIONS = 5_000
const SLOW_CONNECTIONS = 500
const WARM_UP_SECONDS = 5
const FULL_LOAD_SECONDS = 10
const OVERLOAD_SECONDS = 40
/** The part of the overload in which connections are opened. */
const RAMP_UP_SECONDS = 10
const RECOVERY_SECONDS = 5
/** The p99 may be this many times as long as under full load. */
const MAX_SLOWDOWN = 2
/** Minimum throughput under overload, relative to full load. */
const MIN_THROUGHPUT = 1 / 3
const MAX_MEMORY_GROWTH_MB = 400

const INCOMPLETE_REQUEST =
  'POST /api/posts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"content":'

/**
 * Sends ten times the capacity, beside idle and slow connections. Prints the results and returns
 * the problems.
 */
export async function overload(): Promise<string[]> {
  const product = await startProduct({
    PORT: String(await freePort()),
    SEED: 'demo',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
  })
  try {
    return await new OverloadTest(product, await createRequests(product.url)).run()
  } finally {
    await product.stop()
  }
}

class OverloadTest {
  readonly #product: Product
  readonly #port: number
  readonly #requests: string[]
  readonly #problems: string[] = []

  constructor(product: Product, requests: string[]) {
    this.#product = product
    this.#port = Number(new URL(product.url).port)
    this.#requests = requests
  }

  async run(): Promise<string[]> {
    await this.#sendFullLoad(WARM_UP_SECONDS)
    const before = await this.#measureFullLoad(`full load, ${FULL_LOAD_CONNECTIONS} connections`)
    const memoryBefore = await memoryOf(this.#product.url)

    const sockets = await this.#openIdleAndSlowConnections()
    const beside = await this.#measureFullLoad(
      `full load beside ${IDLE_CONNECTIONS} idle and ${SLOW_CONNECTIONS} slow connections`,
    )
    const capacity =
      (throughput(before, FULL_LOAD_SECONDS) + throughput(beside, FULL_LOAD_SECONDS)) / 2
    const overloaded = await this.#measureOverload(
      Math.round(OVERLOAD_FACTOR * capacity),
      memoryBefore,
    )

    await setTimeout(RECOVERY_SECONDS * 1_000)
    const after = await this.#measureFullLoad(`full load, ${RECOVERY_SECONDS} seconds later`)
    this.#compare(overloaded, [before, beside, after])
    for (const socket of sockets) socket.destroy()
    return this.#problems
  }

  #sendFullLoad(seconds: number): Promise<LoadResult> {
    const maxConnections = FULL_LOAD_CONNECTIONS
    return sendLoad({
      port: this.#port,
      requests: this.#requests,
      seconds,
      rate: null,
      maxConnections,
    })
  }

  async #measureFullLoad(what: string): Promise<LoadResult> {
    const result = await this.#sendFullLoad(FULL_LOAD_SECONDS)
    print(what, result, FULL_LOAD_SECONDS, await memoryOf(this.#product.url))
    const errors = Object.keys(result.latencies).filter((status) => !/^20[01]$/.test(status))
    if (errors.length > 0 || result.broken > 0)
      this.#problems.push(
        `At ${what}, responses had status ${errors} and ${result.broken} connections broke.`,
      )
    return result
  }

  async #openIdleAndSlowConnections(): Promise<Socket[]> {
    const port = this.#port
    const healthCheck = `GET /healthz HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`
    return [
      ...(await openConnections(port, IDLE_CONNECTIONS, healthCheck)),
      ...(await openConnections(port, SLOW_CONNECTIONS, INCOMPLETE_REQUEST)),
    ]
  }

  async #measureOverload(rate: number, memoryBefore: number): Promise<LoadResult> {
    const monitoring = new AbortController()
    const monitored = monitor(this.#product.url, monitoring.signal)
    const result = await sendLoad({
      port: this.#port,
      requests: this.#requests,
      seconds: OVERLOAD_SECONDS,
      rate,
      maxConnections: OVERLOAD_CONNECTIONS,
      rampUpSeconds: RAMP_UP_SECONDS,
    })
    monitoring.abort()
    const { failures, peakMemory } = await monitored
    const rampUp = { ...result, latencies: result.rampUpLatencies }
    print(`overload during ramp-up, ${rate} requests a second`, rampUp, RAMP_UP_SECONDS, peakMemory)
    print('overload after ramp-up', result, OVERLOAD_SECONDS - RAMP_UP_SECONDS, peakMemory)
    this.#checkOverload(result)
    if (failures > 0) this.#problems.push(`Under overload /healthz failed ${failures} times.`)
    if (peakMemory > memoryBefore + MAX_MEMORY_GROWTH_MB)
      this.#problems.push(
        `Under overload the server used ${peakMemory} MB instead of ${memoryBefore} MB.`,
      )
    return result
  }

  #checkOverload({ latencies, rampUpLatencies, withoutRetryAfter }: LoadResult): void {
    if (withoutRetryAfter > 0)
      this.#problems.push(`${withoutRetryAfter} responses with 503 had no Retry-After.`)
    const unexpected = Object.keys({ ...rampUpLatencies, ...latencies }).filter(
      (status) => !/^(20[01]|503)$/.test(status),
    )
    if (unexpected.length > 0)
      this.#problems.push(`Under overload responses had status ${unexpected}.`)
  }

  #compare(overloaded: LoadResult, fullLoads: [LoadResult, LoadResult, LoadResult]): void {
    const [before, , after] = fullLoads
    // The median, because other work on the machine affects each measurement.
    const [, usualMs = 0] = fullLoads.map((result) => percentile(result, 99)).sort((a, b) => a - b)
    this.#problems.push(
      ...latencyProblems('Under overload', overloaded, usualMs),
      ...latencyProblems('After the overload', after, usualMs),
    )
    const normal = throughput(before, FULL_LOAD_SECONDS)
    const reduced = throughput(overloaded, OVERLOAD_SECONDS - RAMP_UP_SECONDS)
    if (reduced < MIN_THROUGHPUT * normal)
      this.#problems.push(
        `Under overload ${Math.round(reduced)} requests a second were served instead of ${Math.round(normal)}.`,
      )
  }
}

/** @param usualMs p99 at full load */
export function latencyProblems(
  when: string,
  result: Pick<LoadResult, 'latencies'>,
  usualMs: number,
): string[] {
  if (servedLatencies(result).length === 0) return [`${when} no request was served.`]
  const p99 = percentile(result, 99)
  return p99 > MAX_SLOWDOWN * usualMs
    ? [`${when} the p99 of served requests was ${p99} ms, which is usually ${usualMs} ms.`]
    : []
}

async function openConnections(port: number, count: number, text: string): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    return socket.on('error', () => {}).resume()
  })
  while (sockets.some(({ connecting }) => connecting)) await setTimeout(20)
  return sockets
}

/** Counts failed health checks and records the peak memory in MB, until the signal. */
async function monitor(
  url: string,
  signal: AbortSignal,
): Promise<{ failures: number; peakMemory: number }> {
  let [failures, peakMemory] = [0, 0]
  while (!signal.aborted) {
    const { status } = await fetch(`${url}/healthz`).catch(() => ({ status: 0 }))
    if (status !== 200) failures++
    peakMemory = Math.max(peakMemory, await memoryOf(url))
    await setTimeout(250, undefined, { signal }).catch(() => {})
  }
  return { failures, peakMemory }
}

/** @returns MB */
async function memoryOf(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Math.round(Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 1e6)
}

function servedLatencies({ latencies }: Pick<LoadResult, 'latencies'>): number[] {
  return [...(latencies[200] ?? []), ...(latencies[201] ?? [])].sort((a, b) => a - b)
}

/** @returns served requests a second */
function throughput(result: LoadResult, seconds: number): number {
  return servedLatencies(result).length / seconds
}

/** @returns milliseconds of the served requests */
function percentile(result: Pick<LoadResult, 'latencies'>, percent: number): number {
  const served = servedLatencies(result)
  return Math.round(
    served[Math.min(served.length - 1, Math.floor((served.length * percent) / 100))] ?? Number.NaN,
  )
}

function print(what: string, result: LoadResult, seconds: number, memory: number) {
  const { latencies, broken, skipped, unanswered } = result
  const rates = Object.entries(latencies).map(
    ([status, values]) => `${Math.round(values.length / seconds)} × ${status} a second`,
  )
  const served = `served requests p50 ${percentile(result, 50)} ms, p99 ${percentile(result, 99)} ms`
  const lost = `${broken} broken connections, ${unanswered} requests without a response, ${skipped} skipped because all connections were waiting`
  console.log(`  ${what}: ${rates.join(', ')}; ${served}; ${lost}; ${memory} MB`)
}
