import type { CoreServices, JobServices } from '#api/context.ts'
import { job as deletions } from '#api/features/auth/account/deletions.job.ts'
import { createMailer, type Mailer } from '#api/features/auth/mail/mailer.ts'
import { job as unusedMedia } from '#api/features/media/media.job.ts'
import { job as removals } from '#api/features/moderation/removal.job.ts'
import { job as notifications } from '#api/features/notification/delivery.job.ts'
import { job as notificationLag } from '#api/features/notification/lag.job.ts'
import { job as oldNotifications } from '#api/features/notification/old-notifications.job.ts'
import { job as weeklyEmails } from '#api/features/notification/weekly-email.job.ts'
import { job as idempotencyKeys } from '#api/features/post/idempotency-key.job.ts'
import { job as searchIndex } from '#api/features/search/search.job.ts'
import { job as undoneShares } from '#api/features/share/share.job.ts'
import { job as webhookLag } from '#api/features/webhook/lag.job.ts'
import { job as oldDeliveries } from '#api/features/webhook/webhook.job.ts'
import type { Job } from '#api/job.ts'
import { jobSucceeded, jobsStarted } from '#api/telemetry/jobs.ts'

export const jobs: readonly Job[] = [
  notifications,
  weeklyEmails,
  deletions,
  removals,
  unusedMedia,
  idempotencyKeys,
  undoneShares,
  oldNotifications,
  oldDeliveries,
  searchIndex,
  notificationLag,
  webhookLag,
]

export interface Jobs {
  /** Runs each job now and after its interval. */
  start(): void
  /** Aborts the jobs. Resolves when the running ones have ended. */
  stop(): Promise<void>
}

/**
 * The jobs of the first process. Those with the same interval run one after the other, except for
 * long ones; a run that takes too long skips the next.
 * @param shutdown aborts the jobs, as `stop` does
 */
export function createJobs(
  core: CoreServices,
  shutdown: AbortSignal,
  all: readonly Job[] = jobs,
): Jobs {
  const { mailer, close } = lazyMailer(core)
  const stopped = new AbortController()
  const signal = AbortSignal.any([shutdown, stopped.signal])
  const groupOf = ({ name, intervalMs, isLong }: Job) => (isLong ? name : intervalMs)
  const groups = Map.groupBy(all, groupOf)
    .values()
    .map((group) => createGroup(group, { ...core, mailer }, signal))
    .toArray()
  return {
    start() {
      jobsStarted(all.map(({ name }) => name))
      for (const group of groups) group.start()
    },
    async stop() {
      stopped.abort()
      await Promise.all(groups.map((group) => group.stop()))
      await close()
    },
  }
}

function createGroup(group: readonly Job[], services: JobServices, signal: AbortSignal): Jobs {
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  const run = () => {
    running ??= runJobs(group, services, signal).finally(() => {
      running = null
    })
  }
  return {
    start() {
      run()
      timer = setInterval(run, group[0]?.intervalMs).unref()
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

async function runJobs(group: readonly Job[], services: JobServices, signal: AbortSignal) {
  for (const { name, intervalMs, run } of group) {
    if (signal.aborted) return
    try {
      await run(services, signal)
      jobSucceeded(name)
    } catch (err) {
      const minutes = intervalMs / 60_000
      if (!signal.aborted) services.log.error({ err, job: name, minutes }, 'A job failed')
    }
  }
}

/** Connects to the mail server when a job needs it. */
function lazyMailer({ settings: { smtpUrl, mailFrom }, log }: CoreServices) {
  let mailer: Promise<Mailer> | undefined
  return {
    async mailer() {
      if (smtpUrl === undefined) return null
      mailer ??= createMailer(smtpUrl, mailFrom, log)
      return mailer
    },
    close: async () => (await mailer)?.close(),
  }
}
