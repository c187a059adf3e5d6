import http from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { type Attack, type AttackRequest, attacks } from './attacks.ts'
import { attackWithConnections } from './connections.ts'
import { type Health, type MemberHealth, monitorHealth, monitorMember } from './health.ts'
import { type Shape, shapes } from './shapes.ts'
import { type SmallProduct, startSmallProduct } from './small-product.ts'

const MINUTE_MS = 60_000
const MAX_HEALTH_MS = 200
const REQUEST_TIMEOUT_MS = 30_000
/** Share by which memory may grow, a minute after an attack. */
const MAX_GROWTH = 0.2
/** Share of a member's requests that are served during an attack. */
const MIN_SERVED = 0.9
const POLL_MS = 5_000
const WARM_UP_REQUESTS = 5
const WARM_UP_MS = 2_000

export interface AttackResult extends Health, Partial<Pick<MemberHealth, 'reads' | 'uploads'>> {
  /** Numbers of responses by status or error code. */
  statuses: Record<string, number>
  /** Memory after a garbage collection. */
  bytesBefore: number
  bytesAfter: number
}

export const attackNames = [...attacks, ...shapes].map(({ name }) => name)

/**
 * Runs attacks for a minute each against a product with a heap of 512 MB, and prints the results.
 */
export async function runAttacks(names: readonly string[] = attackNames): Promise<string[]> {
  const limits = { durationMs: MINUTE_MS, recoveryMs: MINUTE_MS }
  const problems: string[] = []
  for (const attack of attacks.filter(({ name }) => names.includes(name)))
    problems.push(
      ...(await onSmallProduct(attack.name, (product) => runAttack(attack, product, limits))),
    )
  for (const shape of shapes.filter(({ name }) => names.includes(name)))
    problems.push(...(await onSmallProduct(shape.name, (product) => runShape(shape, product))))
  return problems
}

async function onSmallProduct(
  name: string,
  attack: (product: SmallProduct) => Promise<AttackResult>,
): Promise<string[]> {
  const product = await startSmallProduct()
  try {
    const result = await attack(product)
    print(name, result)
    return problemsOf(name, result, product)
  } finally {
    await product.stop()
  }
}

/** Attacks with 500 connections for a minute, while a member reads and uploads. */
async function runShape(shape: Shape, product: SmallProduct): Promise<AttackResult> {
  for (const request of shape.prepare?.(product) ?? []) await send(product, request)
  await attackWithConnections(shape, product, WARM_UP_MS, WARM_UP_REQUESTS)
  const bytesBefore = await product.memory()
  const stopMonitoring = monitorMember(product.url, product.cookie)
  const statuses = await attackWithConnections(shape, product, MINUTE_MS)
  const health = await stopMonitoring()
  const bytesAfter = await memoryAfter(product, bytesBefore * (1 + MAX_GROWTH), MINUTE_MS)
  return { statuses, ...health, bytesBefore, bytesAfter }
}

/** An attack ends after its duration or its number of requests. */
interface AttackLimits {
  durationMs?: number
  requests?: number
  /** Time for the memory to return to normal. */
  recoveryMs: number
  /** Growth of the memory in bytes that is normal; by default a share of it. */
  maxRetainedBytes?: number
}

export async function runAttack(
  attack: Attack,
  product: SmallProduct,
  { durationMs, requests, recoveryMs, maxRetainedBytes }: AttackLimits,
): Promise<AttackResult> {
  for (const request of attack.prepare?.(product) ?? []) await send(product, request)
  for (let number = 0; number < WARM_UP_REQUESTS; number++)
    await send(product, attack.request(number, product))
  const bytesBefore = await product.memory()
  const stopMonitoring = monitorHealth(product.url)
  const statuses = await sendMany(
    attack,
    product,
    durationMs ?? Number.POSITIVE_INFINITY,
    requests ?? Number.POSITIVE_INFINITY,
  )
  const health = await stopMonitoring()
  const maxBytes = bytesBefore + (maxRetainedBytes ?? bytesBefore * MAX_GROWTH)
  const bytesAfter = await memoryAfter(product, maxBytes, recoveryMs)
  return { statuses, ...health, bytesBefore, bytesAfter }
}

async function sendMany(
  attack: Attack,
  product: SmallProduct,
  durationMs: number,
  requests: number,
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
      const status = await send(product, attack.request(number++, product))
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: attack.connections }, runConnection))
  return statuses
}

/**
 * @returns the lowest memory until it is within bounds or the recovery time is over; NaN when the
 * process has exited
 */
async function memoryAfter(
  product: SmallProduct,
  maxBytes: number,
  recoveryMs: number,
): Promise<number> {
  const startedAt = performance.now()
  let lowest = await product.memory()
  while (lowest > maxBytes && performance.now() - startedAt < recoveryMs) {
    await setTimeout(POLL_MS)
    lowest = Math.min(lowest, await product.memory())
  }
  return lowest
}

const agent = new http.Agent({ keepAlive: true })

/** @returns the status, or the error code of a broken connection */
function send(
  { port }: SmallProduct,
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

function problemsOf(
  name: string,
  { statuses, slowestMs, failures, bytesBefore, bytesAfter, ...member }: AttackResult,
  product: SmallProduct,
): string[] {
  const problems: string[] = []
  for (const kind of ['reads', 'uploads'] as const) {
    const { served, total } = member[kind] ?? { served: 1, total: 1 }
    if (served < total * MIN_SERVED)
      problems.push(`${name}: ${served} of ${total} ${kind} of a member were served.`)
  }
  if (!product.isAlive()) problems.push(`${name}: the process exited.`)
  if (failures > 0 || slowestMs > MAX_HEALTH_MS)
    problems.push(`${name}: /healthz took up to ${slowestMs} ms and failed ${failures} times.`)
  const faults = Object.keys(statuses).filter((status) => /^5/.test(status) && status !== '503')
  if (faults.length > 0 || statuses.timeout)
    problems.push(`${name}: some responses were ${JSON.stringify(statuses)}.`)
  if (bytesAfter > bytesBefore * (1 + MAX_GROWTH))
    problems.push(`${name}: memory grew from ${toMb(bytesBefore)} to ${toMb(bytesAfter)} MB.`)
  return problems
}

const toMb = (bytes: number) => Math.round(bytes / 1e6)

function print(
  name: string,
  { statuses, slowestMs, failures, bytesBefore, bytesAfter, reads, uploads }: AttackResult,
): void {
  const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  const parts = [
    counts.join(', '),
    `/healthz up to ${slowestMs} ms, ${failures} failures`,
    `${toMb(bytesBefore)} MB before, ${toMb(bytesAfter)} MB after`,
    reads && `${reads.served} of ${reads.total} reads`,
    uploads && `${uploads.served} of ${uploads.total} uploads`,
  ]
  console.log(`  ${name}: ${parts.filter(Boolean).join('; ')}`)
}
