import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'

export interface Health {
  /** Milliseconds of the slowest response of /healthz. */
  slowest: number
  /** How often /healthz did not answer 200. */
  unwell: number
}

/** Watches /healthz. @returns stops watching */
export function watchHealth(url: string): () => Promise<Health> {
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
