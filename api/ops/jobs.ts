import type { CoreServices } from '#api/context.ts'

export type Job = (services: CoreServices, signal: AbortSignal) => Promise<unknown>

interface JobOptions {
  jobs: readonly Job[]
  intervalMs: number
  /** The log's message for a job that fails. */
  failure: string
  /** Aborts the jobs, as `stop` does. */
  shutdown: AbortSignal
}

export interface Jobs {
  /** Runs the jobs now and after each interval. */
  start(): void
  /** Aborts the jobs. Resolves when the running one has ended. */
  stop(): Promise<void>
}

/** Jobs of the first process, one after the other. A run that takes too long skips the next. */
export function createJobs(
  services: CoreServices,
  { jobs, intervalMs, failure, shutdown }: JobOptions,
): Jobs {
  const stopped = new AbortController()
  const signal = AbortSignal.any([shutdown, stopped.signal])
  const runJobs = async () => {
    for (const job of jobs) {
      if (signal.aborted) return
      await job(services, signal).catch((err) => {
        if (!signal.aborted) services.log.error({ err }, failure)
      })
    }
  }
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  const run = () => {
    running ??= runJobs().finally(() => {
      running = null
    })
  }
  return {
    start() {
      run()
      timer = setInterval(run, intervalMs).unref()
    },
    async stop() {
      stopped.abort()
      clearInterval(timer)
      await running
    },
  }
}
