import type { Job } from '#api/job.ts'
import { sendWeeklyEmails } from './weekly-email.ts'

export const job: Job = {
  name: 'weekly emails',
  intervalMs: 60 * 1000,
  isLong: true,
  run: async (services, signal) => {
    const mailer = await services.mailer()
    if (mailer) await sendWeeklyEmails(services, mailer, { signal })
  },
}
