import type { Logger } from 'pino'
import { codeOf, OperatorError } from '#api/lib/operator-error.ts'
import { unhandledRejections } from '#api/telemetry/registry.ts'

const SECOND = 1_000
/** npm passes on a Ctrl-C that the terminal has sent to everyone, so two that come together are one. */
const SAME_REQUEST = SECOND
const ORDERLY_END = 10 * SECOND
const FORCED_END = 5 * SECOND

export interface Lifetime {
  /** Does something at the end; what was named last is done first. */
  atEnd(close: () => unknown): void
  /** Aborted once the process is asked to end: what is starting need not go on. */
  asked: AbortSignal
  /** Aborted when the end takes too long or is asked for again: what is under way is broken off. */
  forced: AbortSignal
  /** Ends the process in order with exit code 1, and says why. */
  fail(error: unknown): void
}

interface Life {
  /** Those that ask the process to end. */
  signals?: readonly NodeJS.Signals[]
  /** What is done about an error that ends it. */
  reportError?: (error: unknown) => void
}

/**
 * Lives from `start` until a signal or an uncaught exception, then ends in order and leaves nothing running. An unhandled rejection is
 * logged and counted, and ends nothing. Exit code 0 when it was asked to end, else 1.
 */
export async function live(
  log: Logger,
  start: (lifetime: Lifetime) => Promise<void>,
  {
    signals = ['SIGTERM', 'SIGINT', 'SIGHUP'],
    reportError = (error) => report(error, log),
  }: Life = {},
): Promise<never> {
  const closing = new AsyncDisposableStack()
  const asked = new AbortController()
  const forced = new AbortController()
  const end = Promise.withResolvers<void>()
  let code = 0
  let askedAt = 0

  const ask = () => {
    if (askedAt && Date.now() - askedAt > SAME_REQUEST) forced.abort()
    askedAt ||= Date.now()
    asked.abort()
    end.resolve()
  }
  const fail = (error: unknown) => {
    if (!asked.signal.aborted) {
      code = 1
      reportError(error)
    }
    end.resolve()
  }
  for (const signal of signals) process.on(signal, ask)
  process.on('uncaughtException', fail).on('unhandledRejection', (err) => {
    unhandledRejections.inc()
    log.error({ err }, 'A promise was rejected and nothing handled it')
  })

  try {
    await start({
      atEnd: (close) => closing.defer(async () => void (await close())),
      asked: asked.signal,
      forced: forced.signal,
      fail,
    })
    await end.promise
  } catch (error) {
    fail(error)
  }
  setTimeout(() => forced.abort(), ORDERLY_END).unref()
  forced.signal.addEventListener('abort', () =>
    setTimeout(() => process.exit(1), FORCED_END).unref(),
  )
  try {
    await closing.disposeAsync()
  } catch (error) {
    code = 1
    reportError(error)
  }
  process.exit(code)
}

/** What an operator can mend is one sentence; anything else is a fault of ours and logged whole. */
export function report(error: unknown, log: Logger) {
  if (error instanceof OperatorError) console.error(error.message)
  else if (codeOf(error) !== 'EPIPE') log.fatal({ err: error }, 'Something unforeseen happened')
}
