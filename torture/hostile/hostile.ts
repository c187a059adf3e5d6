import { once } from 'node:events'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { AttackOrder } from './attack.worker.ts'
import { type Attack, attacks } from './attacks.ts'
import { attackWithConnections } from './connections.ts'
import { type Health, type MemberHealth, monitorHealth, monitorMember } from './health.ts'
import { type Amount, send, WARM_UP_REQUESTS } from './requests.ts'
import { type Shape, shapes } from './shapes.ts'
import { type SmallProduct, startSmallProduct } from './small-product.ts'

const MINUTE_MS = 60_000
const MAX_HEALTH_MS = 200
/** Share by which memory may grow, a minute after an attack. */
const MAX_GROWTH = 0.2
/** Share of a member's requests that are served during an attack. */
const MIN_SERVED = 0.9
const POLL_MS = 5_000
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
  const { target } = product
  for (const request of shape.prepare?.(target) ?? []) await send(target, request)
  await attackWithConnections(shape, target, WARM_UP_MS, WARM_UP_REQUESTS)
  const bytesBefore = await product.memory()
  const stopMonitoring = await monitorMember(target)
  const statuses = await attackInBackground({
    name: shape.name,
    target,
    amount: { durationMs: MINUTE_MS },
  })
  const health = await stopMonitoring()
  const bytesAfter = await memoryAfter(product, bytesBefore * (1 + MAX_GROWTH), MINUTE_MS)
  return { statuses, ...health, bytesBefore, bytesAfter }
}

interface AttackLimits extends Amount {
  /** Time for the memory to return to normal. */
  recoveryMs: number
  /** Growth of the memory in bytes that is normal; by default a share of it. */
  maxRetainedBytes?: number
}

export async function runAttack(
  attack: Attack,
  product: SmallProduct,
  { recoveryMs, maxRetainedBytes, ...amount }: AttackLimits,
): Promise<AttackResult> {
  const { target } = product
  for (const request of attack.prepare?.(target) ?? []) await send(target, request)
  for (let number = 0; number < WARM_UP_REQUESTS; number++)
    await send(target, attack.request(number, target))
  const bytesBefore = await product.memory()
  const stopMonitoring = await monitorHealth(target)
  const statuses = await attackInBackground({ name: attack.name, target, amount })
  const health = await stopMonitoring()
  const maxBytes = bytesBefore + (maxRetainedBytes ?? bytesBefore * MAX_GROWTH)
  const bytesAfter = await memoryAfter(product, maxBytes, recoveryMs)
  return { statuses, ...health, bytesBefore, bytesAfter }
}

/** @returns numbers of responses by status or error code */
async function attackInBackground(workerData: AttackOrder): Promise<Record<string, number>> {
  const worker = new Worker(path.join(import.meta.dirname, 'attack.worker.ts'), { workerData })
  const [statuses] = (await once(worker, 'message')) as [Record<string, number>]
  await worker.terminate()
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
