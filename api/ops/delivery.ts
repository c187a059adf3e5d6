import type { CoreServices } from '#api/context.ts'
import { createMailer, type Mailer } from '#api/features/auth/mail/mailer.ts'
import { deliverNotifications } from '#api/features/notification/delivery.write.ts'
import { sendWeeklyEmails } from '#api/features/notification/weekly-email.ts'
import { createJobs, type Jobs } from './jobs.ts'

const MINUTE_MS = 60 * 1000

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
    intervalMs: MINUTE_MS,
    failure: 'The delivery of notifications failed; it runs again in a minute',
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
