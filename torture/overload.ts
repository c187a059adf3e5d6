import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '#api/lib/free-port.ts'
import { startProduct } from '../e2e/server.ts'
import { requestsOfCrowd } from './load/crowd.ts'
import { send } from './load/send.ts'
import type { Answers } from './load/sender.process.ts'

/** As many as one product is always to serve at once. */
const FULL = 64
const TIMES = 10
const IDLE = 5_000
const SLOW = 500
/** Seconds. */
const WARM_UP = 5
const NORMAL = 10
const OVERLOAD = 40
/** Of these, while thousands of connections are made. */
const RAMP_UP = 10
const RECOVERY = 5
/** The slowest in a hundred may take so many times as long as under a full load. */
const SLOWER = 2
/** Of what is served under a full load, so much is served under overload at least. */
const LEAST_SERVED = 1 / 3
/** MB that the product may take more than under a full load. */
const MORE_MEMORY = 400

const BEGUN =
  'POST /api/posts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"content":'

/**
 * A crowd wants to ask ten times as much as can be served, beside thousands of idle and hundreds of slow connections. Whoever waits for
 * an answer does not ask again meanwhile. Prints what came of it.
 */
export async function overloaded(): Promise<string[]> {
  const product = await startProduct({
    PORT: String(await freePort()),
    SEED: 'demo',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
  })
  const problems: string[] = []
  const port = Number(new URL(product.url).port)
  try {
    const requests = await requestsOfCrowd(product.url)
    const full = (seconds: number) =>
      send({ port, requests, seconds, rate: null, connections: FULL })
    await full(WARM_UP)
    const normal = await full(NORMAL)
    const memory = await memoryOf(product.url)
    print(`full load, ${FULL} connections`, normal, NORMAL, memory)
    const answersNormally = (what: string, answers: Answers) => {
      const others = Object.keys(answers.latencies).filter((status) => !/^20[01]$/.test(status))
      if (others.length > 0 || answers.broken > 0)
        problems.push(
          `With ${what} some answers were ${others} and ${answers.broken} connections broke.`,
        )
    }
    answersNormally('a full load', normal)

    const idle = await openMany(
      port,
      IDLE,
      `GET /healthz HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`,
    )
    const slow = await openMany(port, SLOW, BEGUN)
    const beside = await full(NORMAL)
    print(
      `the same beside ${idle.length} idle and ${slow.length} slow connections`,
      beside,
      NORMAL,
      await memoryOf(product.url),
    )
    answersNormally('idle and slow connections', beside)

    const rate = Math.round(
      (TIMES * (servedOf(normal).length + servedOf(beside).length)) / (2 * NORMAL),
    )
    const watching = new AbortController()
    const watched = watch(product.url, watching.signal)
    const over = await send({
      port,
      requests,
      seconds: OVERLOAD,
      rate,
      connections: 4_000,
      rampUp: RAMP_UP,
    })
    watching.abort()
    const { unwell, most } = await watched
    print(
      `${rate} requests a second, ${TIMES} times as many, while the crowd comes`,
      { ...over, latencies: over.early },
      RAMP_UP,
      most,
    )
    print('the same when it is there', over, OVERLOAD - RAMP_UP, most)
    if (unwell > 0) problems.push(`Under overload /healthz was not answered 200 ${unwell} times.`)
    if (over.silent > 0) problems.push(`${over.silent} answers 503 did not say when to try again.`)
    const others = Object.keys({ ...over.early, ...over.latencies }).filter(
      (status) => !/^(20[01]|503)$/.test(status),
    )
    if (others.length > 0) problems.push(`Under overload some answers were ${others}.`)
    if (most > memory + MORE_MEMORY)
      problems.push(`Under overload the product took ${most} MB, before it ${memory} MB.`)

    await setTimeout(RECOVERY * 1_000)
    const after = await full(NORMAL)
    print(`full load again, ${RECOVERY} seconds later`, after, NORMAL, await memoryOf(product.url))
    answersNormally('a full load after the overload', after)
    // Other work on the machine makes each of these faster or slower, so what is usual is what lies in the middle.
    const [, usual = 0] = [normal, beside, after]
      .map((each) => percentile(each, 99))
      .sort((a, b) => a - b)
    problems.push(
      ...slowness('Under overload', over, usual),
      ...slowness('After the overload', after, usual),
    )
    const [servedNormally, servedThen] = [
      servedOf(normal).length / NORMAL,
      servedOf(over).length / (OVERLOAD - RAMP_UP),
    ]
    if (servedThen < LEAST_SERVED * servedNormally)
      problems.push(
        `Under overload ${Math.round(servedThen)} were served a second, which are ${Math.round(servedNormally)} as a rule.`,
      )
    for (const socket of [...idle, ...slow]) socket.destroy()
  } finally {
    await product.stop()
  }
  return problems
}

/** @param usual milliseconds that one in a hundred takes as a rule */
export function slowness(
  when: string,
  answers: Pick<Answers, 'latencies'>,
  usual: number,
): string[] {
  if (servedOf(answers).length === 0) return [`${when} nothing was served.`]
  const took = percentile(answers, 99)
  return took > SLOWER * usual
    ? [
        `${when} one in a hundred of what was served took ${took} ms, which is ${usual} ms as a rule.`,
      ]
    : []
}

async function openMany(port: number, count: number, text: string): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    return socket.on('error', () => {}).resume()
  })
  while (sockets.some(({ connecting }) => connecting)) await setTimeout(20)
  return sockets
}

/** How often the product does not say that it is alive, and the most memory that it takes, until the signal. */
async function watch(url: string, over: AbortSignal): Promise<{ unwell: number; most: number }> {
  let [unwell, most] = [0, 0]
  while (!over.aborted) {
    const { status } = await fetch(`${url}/healthz`).catch(() => ({ status: 0 }))
    if (status !== 200) unwell++
    most = Math.max(most, await memoryOf(url))
    await setTimeout(250, undefined, { signal: over }).catch(() => {})
  }
  return { unwell, most }
}

/** MB. */
async function memoryOf(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Math.round(Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 1e6)
}

function servedOf({ latencies }: Pick<Answers, 'latencies'>): number[] {
  return [...(latencies[200] ?? []), ...(latencies[201] ?? [])].sort((a, b) => a - b)
}

/** Of what was served, in milliseconds. */
function percentile({ latencies }: Pick<Answers, 'latencies'>, percent: number): number {
  const served = servedOf({ latencies })
  return Math.round(
    served[Math.min(served.length - 1, Math.floor((served.length * percent) / 100))] ?? Number.NaN,
  )
}

function print(what: string, answers: Answers, seconds: number, memory: number) {
  const { latencies, broken, unmade, unanswered } = answers
  const counts = Object.entries(latencies).map(
    ([status, each]) => `${Math.round(each.length / seconds)} answers ${status} a second`,
  )
  const served = `of what was served p50 ${percentile(answers, 50)} ms, p99 ${percentile(answers, 99)} ms`
  const lost = `${broken} connections broken, ${unanswered} requests without an answer, ${unmade} not made since all connections waited`
  console.log(`  ${what}: ${counts.join(', ')}; ${served}; ${lost}; ${memory} MB`)
}
