import http from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { type Attack, attacks, type Sent } from './attacks.ts'
import { watchHealth } from './health.ts'
import { type SmallProduct, startSmallProduct } from './small-product.ts'

/** Milliseconds. */
const MINUTE = 60_000
const SLOWEST_HEALTH = 200
const PATIENCE = 30_000
/** Of what the product holds at rest, so much more it may hold a minute after an attack. */
const MAX_GROWTH = 0.2
const BETWEEN_LOOKS = 5_000

export interface Outcome {
  statuses: Record<string, number>
  /** Of /healthz, in milliseconds. */
  slowest: number
  unwell: number
  /** Bytes that a garbage collection leaves. */
  atRest: number
  afterwards: number
}

/** Each attack for a minute against a product with a heap of 512 MB. Prints what came of each. */
export async function hostile(): Promise<string[]> {
  const problems: string[] = []
  for (const attack of attacks) {
    const product = await startSmallProduct()
    try {
      const outcome = await attackWith(attack, product, { forMs: MINUTE, recoveryMs: MINUTE })
      print(attack.name, outcome)
      problems.push(...problemsOf(attack.name, outcome, product))
    } finally {
      await product.stop()
    }
  }
  return problems
}

/** How long an attack goes on, and for how long its memory may take to come back. */
interface Extent {
  forMs?: number
  requests?: number
  recoveryMs: number
}

export async function attackWith(
  attack: Attack,
  product: SmallProduct,
  { forMs, requests, recoveryMs }: Extent,
): Promise<Outcome> {
  for (const sent of attack.prepare?.(product) ?? []) await send(product, sent)
  // Once each way, so that what the first requests load counts as at rest.
  for (const number of [0, 1, 2, 3, 4]) await send(product, attack.request(number, product))
  const atRest = await product.memory()
  const stopWatching = watchHealth(product.url)
  const statuses = await sendMany(
    attack,
    product,
    forMs ?? Number.POSITIVE_INFINITY,
    requests ?? Number.POSITIVE_INFINITY,
  )
  const health = await stopWatching()
  const afterwards = product.isAlive() ? await memoryAfter(product, atRest, recoveryMs) : Number.NaN
  return { statuses, ...health, atRest, afterwards }
}

async function sendMany(
  attack: Attack,
  product: SmallProduct,
  forMs: number,
  requests: number,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  const began = performance.now()
  let number = 5
  const one = async () => {
    while (number < requests + 5 && performance.now() - began < forMs && !statuses.ECONNREFUSED) {
      const status = await send(product, attack.request(number++, product))
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: attack.connections }, one))
  return statuses
}

/** The least that is held until it is back within bounds, or until there was time enough. */
async function memoryAfter(
  product: SmallProduct,
  atRest: number,
  recoveryMs: number,
): Promise<number> {
  const began = performance.now()
  let least = await product.memory()
  while (least > atRest * (1 + MAX_GROWTH) && performance.now() - began < recoveryMs) {
    await setTimeout(BETWEEN_LOOKS)
    least = Math.min(least, await product.memory())
  }
  return least
}

const agent = new http.Agent({ keepAlive: true })

/** @returns the status, or the code of what broke the connection */
function send({ port }: SmallProduct, { method, path, headers = {}, body }: Sent): Promise<string> {
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = http.request(
      { port, method, path, agent, timeout: PATIENCE, headers: { ...headers, ...length } },
      (response) => {
        // What is refused early is not sent to its end.
        response.resume().once('close', () => resolve(String(response.statusCode)))
        if (Number(response.statusCode) >= 400 && !request.writableFinished) request.destroy()
      },
    )
    request.once('timeout', () => request.destroy(new Error('timeout')))
    request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    request.end(body)
  })
}

export function problemsOf(
  name: string,
  { statuses, slowest, unwell, atRest, afterwards }: Outcome,
  product: SmallProduct,
): string[] {
  const problems: string[] = []
  if (!product.isAlive()) problems.push(`${name}: the process ended.`)
  if (unwell > 0 || slowest > SLOWEST_HEALTH)
    problems.push(`${name}: /healthz took up to ${slowest} ms and failed ${unwell} times.`)
  const faults = Object.keys(statuses).filter((status) => /^5/.test(status) && status !== '503')
  if (faults.length > 0 || statuses.timeout)
    problems.push(`${name}: some responses were ${JSON.stringify(statuses)}.`)
  if (afterwards > atRest * (1 + MAX_GROWTH))
    problems.push(`${name}: ${inMB(afterwards)} MB are held afterwards, ${inMB(atRest)} at rest.`)
  return problems
}

const inMB = (bytes: number) => Math.round(bytes / 1e6)

export function print(
  name: string,
  { statuses, slowest, unwell, atRest, afterwards }: Outcome,
): void {
  const answered = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  console.log(
    `  ${name}: ${answered.join(', ')}; /healthz up to ${slowest} ms, ${unwell} failures; ${inMB(atRest)} MB at rest, ${inMB(afterwards)} MB afterwards`,
  )
}
