import { expect, type Page } from '@playwright/test'
import { paths } from '#rules/paths.ts'
import type { Say, Screen } from './screen.ts'

/** Opens a report, as a wide window does by itself. */
async function openReport(page: Page, say: Say) {
  const queue = page.getByRole('list', { name: say('Reports in the queue') })
  const subject = page.getByRole('region', { name: say('What was reported') })
  await queue.or(subject).first().waitFor()
  if (!new URL(page.url()).searchParams.has('report')) await queue.getByRole('link').first().click()
  await subject.waitFor()
}

/** Another screen's moderator may claim the report first. The next one is free then. */
async function decide(page: Page, say: Say) {
  const suspend = page.getByRole('button', { name: say('Suspend') })
  const note = page.getByLabel(say('Note for the log'))
  await expect(async () => {
    if (await suspend.isDisabled()) await page.keyboard.press('j')
    await suspend.click({ timeout: 120_000 })
    await note.waitFor({ timeout: 120_000 })
  }).toPass()
}

/** What moderators see. Each claims a report, so that others judge another one. */
export const moderationScreens: Screen[] = [
  {
    name: 'moderation',
    path: paths.moderation,
    as: 'administrator',
    ready: (page, say) => page.getByRole('list', { name: say('Reports in the queue') }).waitFor(),
  },
  {
    name: 'a report',
    path: paths.moderation,
    as: 'administrator',
    ready: openReport,
  },
  {
    name: 'deciding about a report',
    path: paths.moderation,
    as: 'administrator',
    ready: async (page, say) => {
      await openReport(page, say)
      await decide(page, say)
    },
  },
  {
    name: 'appeals',
    path: `${paths.moderation}?list=appeals`,
    as: 'administrator',
    ready: (page) => page.getByRole('article').first().waitFor(),
  },
  {
    name: 'answering an appeal',
    path: `${paths.moderation}?list=appeals`,
    as: 'administrator',
    ready: async (page, say) => {
      await page.getByRole('article').first().getByRole('button').last().click()
      await page.getByRole('dialog').getByLabel(say('Note for the log')).waitFor()
    },
  },
  {
    name: 'moderation log',
    path: `${paths.moderation}?list=log`,
    as: 'administrator',
    ready: (page, say) => page.getByRole('list', { name: say('Entries of the log') }).waitFor(),
  },
]
