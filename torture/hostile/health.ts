import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'

export interface Health {
  /** Slowest response of /healthz. */
  slowestMs: number
  /** Number of responses other than 200. */
  failures: number
}

/**
 * Requests /healthz repeatedly.
 * @returns a function that stops and returns the results
 */
export function monitorHealth(url: string): () => Promise<Health> {
  const worker = new Worker(path.join(import.meta.dirname, 'health.worker.ts'), {
    workerData: { url },
  })
  return async () => {
    worker.postMessage('stop')
    const [health] = (await once(worker, 'message')) as [Health]
    await worker.terminate()
    return health
  }
}
