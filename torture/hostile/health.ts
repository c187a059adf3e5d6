import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Target } from './small-product.ts'

export interface Health {
  /** Slowest response of /healthz. */
  slowestMs: number
  /** Number of responses other than 200. */
  failures: number
}

/** How many requests of a member were served in time. */
export interface Served {
  served: number
  total: number
}

export interface MemberReads {
  reads: Served
  uploads: Served
}

export type MemberHealth = Health & MemberReads

/**
 * Requests /healthz repeatedly. Resolves after the first response: what is measured is a check
 * whose connection is older than an attack. A new one waits behind those of the attack.
 * @returns a function that stops and returns the results
 */
export function monitorHealth({ url }: Pick<Target, 'url'>): Promise<() => Promise<Health>> {
  return monitor('health.worker.ts', { url })
}

/** As `monitorHealth`; also reads and uploads as a member, in a thread of its own. */
export async function monitorMember({ url, cookie }: Target): Promise<() => Promise<MemberHealth>> {
  const stopHealth = await monitorHealth({ url })
  const stopMember = await monitor<MemberReads>('member.worker.ts', { url, cookie })
  return async () => {
    const [health, reads] = await Promise.all([stopHealth(), stopMember()])
    return { ...health, ...reads }
  }
}

async function monitor<Result>(file: string, workerData: object): Promise<() => Promise<Result>> {
  const worker = new Worker(path.join(import.meta.dirname, file), { workerData })
  await once(worker, 'message')
  return async () => {
    worker.postMessage('stop')
    const [health] = (await once(worker, 'message')) as [Result]
    await worker.terminate()
    return health
  }
}
