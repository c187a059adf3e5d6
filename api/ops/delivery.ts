import type { CoreServices } from '#api/context.ts'
import { createMailer, type Mailer } from '#api/features/auth/mail/mailer.ts'
import { deliverNotifications } from '#api/features/notification/delivery.write.ts'
import { sendWeeklyEmails } from '#api/features/notification/weekly-email.ts'
import { createJobs, type Jobs } from './jobs.ts'

/** With AS_IT_HAPPENS, a like is delivered within a minute, half of which it takes to settle. */
const INTERVAL_MS = 15 * 1000

/** Delivers notifications and weekly emails to the people whose time has come. */
export function createDeliveryJobs(services: CoreServices, shutdown: AbortSignal): Jobs {
  const { smtpUrl, mailFrom } = services.settings
  let mailer: Promise<Mailer> | undefined
  const sendEmails = async () => {
    if (smtpUrl === undefined) return
    mailer ??= createMailer(smtpUrl, mailFrom, services.log)
    await sendWeeklyEmails(services, await mailer)
  }
  const jobs = createJobs(services, {
    jobs: [(services, signal) => deliverNotifications(services, Date.now(), signal), sendEmails],
    intervalMs: INTERVAL_MS,
    failure: 'The delivery of notifications failed; it runs again in 15 seconds',
    shutdown,
  })
  return {
    start: jobs.start,
    async stop() {
      await jobs.stop()
      await (await mailer)?.close()
    },
  }
}
