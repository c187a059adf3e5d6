import type { Logger } from 'pino'
import { codeOf, OperatorError } from '#api/lib/operator-error.ts'
import { unhandledRejections } from '#api/telemetry/registry.ts'

/** npm forwards a Ctrl-C that the process has received itself, so two signals at once are one. */
const SAME_SIGNAL_MS = 1_000
const GRACEFUL_SHUTDOWN_MS = 10_000
const FORCED_SHUTDOWN_MS = 5_000

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
}

/**
 * Runs the process until a signal or an uncaught exception shuts it down. Unhandled rejections are
 * only logged and counted. The exit code is 0 after a signal, else 1.
 */
export async function runUntilShutdown(
  log: Logger,
  start: (lifetime: Lifetime) => Promise<void>,
  {
    signals = ['SIGTERM', 'SIGINT', 'SIGHUP'],
    reportError = (error) => reportFatalError(error, log),
  }: LifetimeOptions = {},
): Promise<never> {
  const cleanup = new AsyncDisposableStack()
  const requested = new AbortController()
  const forced = new AbortController()
  const ended = Promise.withResolvers<void>()
  let exitCode = 0
  let requestedAt = 0

  const requestShutdown = () => {
    if (requestedAt && Date.now() - requestedAt > SAME_SIGNAL_MS) forced.abort()
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
  exitByDeadline(forced)
  try {
    await cleanup.disposeAsync()
  } catch (error) {
    exitCode = 1
    reportError(error)
  }
  process.exit(exitCode)
}

function exitByDeadline(forced: AbortController) {
  setTimeout(() => forced.abort(), GRACEFUL_SHUTDOWN_MS).unref()
  forced.signal.addEventListener('abort', () =>
    setTimeout(() => process.exit(1), FORCED_SHUTDOWN_MS).unref(),
  )
}

/** Prints the sentence of an OperatorError; logs any other error with its stack. */
export function reportFatalError(error: unknown, log: Logger) {
  if (error instanceof OperatorError) console.error(error.message)
  else if (codeOf(error) !== 'EPIPE') log.fatal({ err: error }, 'Unexpected error')
}
