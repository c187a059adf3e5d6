import cluster, { type Worker } from 'node:cluster'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { RateLimiterClusterMaster } from 'rate-limiter-flexible'
import { messageOf, OperatorError } from '#api/lib/operator-error.ts'
import { serveClusterMetrics } from '#api/telemetry/worker-metrics.ts'
import type { Lifetime } from '../lifetime.ts'
import type { FromWorker, Order, ToWorker } from './messages.ts'

/** What every process of the product is started by. */
const ENTRY = path.resolve(import.meta.dirname, '../../../scripts/entry.js')
const PROGRAM = path.join(import.meta.dirname, 'worker.ts')
/** Before a worker takes a dead one's place: from the first wait to the longest, in milliseconds, doubled each time. */
const FIRST_WAIT = 100
const LONGEST_WAIT = 5_000
/** One that has lived for so many milliseconds did not die of its start. */
const SETTLED = 30_000

/**
 * Starts the processes that answer requests, and resolves when each of them does. From then on one that dies is replaced. At the
 * end they are asked to end, and waited for.
 * @throws OperatorError when one cannot start, in its own words where it has some
 */
export async function startWorkers(
  order: Order,
  log: Logger,
  { atEnd, asked, forced }: Lifetime,
): Promise<void> {
  const ending = new AbortController()
  let kept: Promise<void>[] = []
  new RateLimiterClusterMaster()
  serveClusterMetrics(log)
  cluster.setupPrimary({ exec: ENTRY, args: [PROGRAM] })
  // Whatever ends this process, none of them outlives it.
  process.on('exit', () => each((worker) => worker.process.kill('SIGKILL')))
  forced.addEventListener('abort', () => each(askToEnd))
  atEnd(async () => {
    ending.abort()
    const gone = each((worker) => goneOf(worker))
    each(askToEnd)
    await Promise.all([...gone, ...kept])
  })

  const workers = await Promise.all(
    Array.from({ length: order.settings.workers }, () => launch(order, log)),
  )
  asked.throwIfAborted()
  kept = workers.map((worker) =>
    keep(worker, () => launch(order, log), { log, ending: ending.signal }),
  )
}

/** Sees to it that another takes a worker's place when it dies, until the end. */
async function keep(
  first: Worker,
  launchAnother: () => Promise<Worker>,
  { log, ending }: { log: Logger; ending: AbortSignal },
) {
  let worker: Worker | null = first
  let wait = FIRST_WAIT
  while (!ending.aborted) {
    const began = performance.now()
    if (worker) {
      const { process } = worker
      await goneOf(worker)
      if (ending.aborted) return
      log.error(
        { pid: process.pid, code: process.exitCode, signal: process.signalCode },
        'A worker process died; another takes its place',
      )
    }
    wait = performance.now() - began > SETTLED ? FIRST_WAIT : Math.min(2 * wait, LONGEST_WAIT)
    await setTimeout(wait, undefined, { signal: ending }).catch(() => {})
    if (ending.aborted) return
    worker = await launchAnother().catch((error: unknown) => {
      if (!ending.aborted)
        log.error(`A worker process could not take its place: ${messageOf(error)}`)
      return null
    })
  }
}

/** @throws OperatorError when it ends before it is ready */
function launch(order: Order, log: Logger): Promise<Worker> {
  const worker = cluster.fork()
  // What is sent to a worker that has died meanwhile is an error here, and of no consequence.
  worker.on('error', (err) => log.debug({ err }, 'A worker process did not get a message'))
  return new Promise((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'order request') tellTo(worker, { kind: 'order', order })
      else if (message.kind === 'ready') resolve(worker)
      else if (message.kind === 'refused') reject(new OperatorError(message.sentence))
    })
    worker.once('exit', (code, signal) => {
      reject(
        new OperatorError(
          `A worker process ended before it was ready, with ${signal ? `signal ${signal}` : `code ${code}`}.`,
        ),
      )
    })
  })
}

function tellTo(worker: Worker, message: ToWorker) {
  if (worker.isConnected()) worker.send(message)
}

/** Resolves once a worker has ended. */
function goneOf(worker: Worker): Promise<unknown> {
  // Not by `once` of events, which takes a message that could not be sent for the end.
  return new Promise<unknown>((resolve) =>
    worker.isDead() ? resolve(null) : worker.once('exit', resolve),
  )
}

function askToEnd(worker: Worker) {
  worker.process.kill('SIGTERM')
}

function each<Result>(work: (worker: Worker) => Result): Result[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) => (worker ? [work(worker)] : []))
}
