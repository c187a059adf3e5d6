import type { Logger } from 'pino'
import { codeOf, OperatorError } from '#api/lib/operator-error.ts'
import { unhandledRejections } from '#api/telemetry/registry.ts'

/** In milliseconds. */
export interface ShutdownLimits {
  /** npm forwards a Ctrl-C that the process has received itself: two signals at once are one. */
  sameSignal: number
  graceful: number
  forced: number
}

const LIMITS: ShutdownLimits = { sameSignal: 1_000, graceful: 10_000, forced: 5_000 }

export interface Lifetime {
  /** Registers a cleanup function. They run in reverse order. */
  onShutdown(close: () => unknown): void
  /** Aborted when shutdown begins: a startup in progress stops. */
  shutdownRequested: AbortSignal
  /** Aborted when a graceful shutdown takes too long, or at the next signal. */
  shutdownForced: AbortSignal
  /** Reports an error and shuts down with exit code 1. */
  fail(error: unknown): void
}

interface LifetimeOptions {
  /** The signals that request a shutdown. */
  signals?: readonly NodeJS.Signals[]
  reportError?: (error: unknown) => void
  limits?: ShutdownLimits
}

/**
 * Runs the process until a signal (exit code 0) or an uncaught exception (1) shuts it down.
 * Unhandled rejections are only logged and counted.
 */
export async function runUntilShutdown(
  log: Logger,
  start: (lifetime: Lifetime) => Promise<void>,
  {
    signals = ['SIGTERM', 'SIGINT', 'SIGHUP'],
    reportError = (error) => reportFatalError(error, log),
    limits = LIMITS,
  }: LifetimeOptions = {},
): Promise<never> {
  const cleanup = new AsyncDisposableStack()
  const requested = new AbortController()
  const forced = new AbortController()
  const ended = Promise.withResolvers<void>()
  let exitCode = 0
  let requestedAt = 0

  const requestShutdown = () => {
    if (requestedAt && Date.now() - requestedAt >= limits.sameSignal) forced.abort('another signal')
    requestedAt ||= Date.now()
    requested.abort()
    ended.resolve()
  }
  const fail = (error: unknown) => {
    if (!requested.signal.aborted) {
      exitCode = 1
      reportError(error)
    }
    ended.resolve()
  }
  for (const signal of signals) process.on(signal, requestShutdown)
  forced.signal.addEventListener('abort', () =>
    log.warn({ reason: forced.signal.reason }, 'The shutdown is forced'),
  )
  process.on('uncaughtException', fail).on('unhandledRejection', (err) => {
    unhandledRejections.inc()
    log.error({ err }, 'Unhandled promise rejection')
  })

  try {
    await start({
      onShutdown: (close) => cleanup.defer(async () => void (await close())),
      shutdownRequested: requested.signal,
      shutdownForced: forced.signal,
      fail,
    })
    await ended.promise
  } catch (error) {
    fail(error)
  }
  exitByDeadline(forced, limits)
  try {
    await cleanup.disposeAsync()
  } catch (error) {
    exitCode = 1
    reportError(error)
  }
  process.exit(exitCode)
}

function exitByDeadline(forced: AbortController, limits: ShutdownLimits) {
  setTimeout(() => forced.abort('deadline'), limits.graceful).unref()
  forced.signal.addEventListener('abort', () =>
    setTimeout(() => process.exit(1), limits.forced).unref(),
  )
}

/** Prints the sentence of an OperatorError; logs any other error with its stack. */
export function reportFatalError(error: unknown, log: Logger) {
  if (error instanceof OperatorError) console.error(error.message)
  else if (codeOf(error) !== 'EPIPE') log.fatal({ err: error }, 'Unexpected error')
}
