import cluster, { type Worker } from 'node:cluster'
import path from 'node:path'
import type { Logger } from 'pino'
import { RateLimiterClusterMaster } from 'rate-limiter-flexible'
import { messageOf, OperatorError } from '#api/lib/operator-error.ts'
import { pause } from '#api/lib/pause.ts'
import { workerRestarts } from '#api/telemetry/registry.ts'
import { serveClusterMetrics } from '#api/telemetry/worker-metrics.ts'
import type { Lifetime } from '../lifetime.ts'
import type { FromWorker, ToWorker, WorkerConfig } from './messages.ts'

/** Every process of the product starts with this script. */
const ENTRY = path.resolve(import.meta.dirname, '../../../scripts/entry.js')
const PROGRAM = path.join(import.meta.dirname, 'worker.ts')
/** The delay before a dead worker is replaced doubles each time. */
const MIN_RESTART_DELAY_MS = 100
const MAX_RESTART_DELAY_MS = 5_000
/** A worker that has run for this long resets the delay. */
const STABLE_AFTER_MS = 30_000

/**
 * Starts the workers, and resolves when all of them accept requests. Later, dead ones are replaced.
 * Shutdown terminates the workers and waits for them.
 * @throws OperatorError when a worker cannot start
 */
export async function startWorkers(
  config: WorkerConfig,
  log: Logger,
  { onShutdown, shutdownRequested, shutdownForced }: Lifetime,
): Promise<void> {
  const ending = new AbortController()
  let supervisors: Promise<void>[] = []
  new RateLimiterClusterMaster()
  serveClusterMetrics(log)
  cluster.setupPrimary({ exec: ENTRY, args: [PROGRAM] })
  process.on('exit', () => mapWorkers((worker) => worker.process.kill('SIGKILL')))
  shutdownForced.addEventListener('abort', () => mapWorkers(terminate))
  onShutdown(async () => {
    ending.abort()
    const exits = mapWorkers((worker) => waitForExit(worker))
    mapWorkers(terminate)
    await Promise.all([...exits, ...supervisors])
  })

  const workers = await Promise.all(
    Array.from({ length: config.settings.workers }, () => startWorker(config, log)),
  )
  shutdownRequested.throwIfAborted()
  supervisors = workers.map((worker) =>
    supervise(worker, () => startWorker(config, log), { log, ending: ending.signal }),
  )
}

/** Replaces a worker whenever it dies, until shutdown. */
async function supervise(
  first: Worker,
  startReplacement: () => Promise<Worker>,
  { log, ending }: { log: Logger; ending: AbortSignal },
) {
  let worker: Worker | null = first
  let delay = MIN_RESTART_DELAY_MS
  while (!ending.aborted) {
    const startedAt = performance.now()
    if (worker) {
      const { process } = worker
      await waitForExit(worker)
      if (ending.aborted) return
      log.error(
        { pid: process.pid, code: process.exitCode, signal: process.signalCode },
        'A worker process died and will be replaced',
      )
    }
    const isStable = performance.now() - startedAt > STABLE_AFTER_MS
    delay = isStable ? MIN_RESTART_DELAY_MS : Math.min(2 * delay, MAX_RESTART_DELAY_MS)
    await pause(delay, ending)
    if (ending.aborted) return
    workerRestarts.inc()
    worker = await startReplacement().catch((error: unknown) => {
      if (!ending.aborted) log.error(`A worker process failed to start: ${messageOf(error)}`)
      return null
    })
  }
}

/**
 * Resolves when the worker accepts requests.
 * @throws OperatorError when it exits before that
 */
function startWorker(config: WorkerConfig, log: Logger): Promise<Worker> {
  const worker = cluster.fork()
  // Sending to a worker that has just died fails, which does no harm.
  worker.on('error', (err) => log.debug({ err }, 'Failed to send a message to a worker process'))
  return new Promise((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'config request') send(worker, { kind: 'config response', config })
      else if (message.kind === 'ready') resolve(worker)
      else if (message.kind === 'start failed') reject(new OperatorError(message.message))
    })
    worker.once('exit', (code, signal) => {
      const cause = signal ? `signal ${signal}` : `code ${code}`
      reject(new OperatorError(`A worker process exited before it was ready, with ${cause}.`))
    })
  })
}

function send(worker: Worker, message: ToWorker) {
  if (worker.isConnected()) worker.send(message)
}

function waitForExit(worker: Worker): Promise<unknown> {
  // `once` of node:events would reject when a message to the worker fails.
  return new Promise<unknown>((resolve) =>
    worker.isDead() ? resolve(null) : worker.once('exit', resolve),
  )
}

function terminate(worker: Worker) {
  worker.process.kill('SIGTERM')
}

function mapWorkers<Result>(map: (worker: Worker) => Result): Result[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) => (worker ? [map(worker)] : []))
}
