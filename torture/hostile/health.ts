import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'

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
 * Requests /healthz repeatedly.
 * @returns a function that stops and returns the results
 */
export function monitorHealth(url: string): () => Promise<Health> {
  return monitor('health.worker.ts', { url })
}

/** As `monitorHealth`; also reads and uploads as a member, in a thread of its own. */
export function monitorMember(url: string, cookie: string): () => Promise<MemberHealth> {
  const stopHealth = monitorHealth(url)
  const stopMember = monitor<MemberReads>('member.worker.ts', { url, cookie })
  return async () => {
    const [health, reads] = await Promise.all([stopHealth(), stopMember()])
    return { ...health, ...reads }
  }
}

function monitor<Result>(file: string, workerData: object): () => Promise<Result> {
  const worker = new Worker(path.join(import.meta.dirname, file), { workerData })
  return async () => {
    worker.postMessage('stop')
    const [health] = (await once(worker, 'message')) as [Result]
    await worker.terminate()
    return health
  }
}
