import type { Page } from '@playwright/test'
import { paths } from '#rules/paths.ts'
import {
  answer,
  connection,
  openPostMenu,
  reloadWithoutData,
  type Say,
  type Screen,
  send,
} from './screen.ts'

const rule = {
  __typename: 'CitedRule',
  ruleId: 'be-kind',
  title: 'Be kind',
  text: 'Disagree with what people say, **never** with who they are.',
}
const snapshot = (content: string) => ({
  __typename: 'ReportSnapshot',
  displayName: 'Wren Halloway',
  content,
  imageUrl: null,
  videoUrl: null,
})

/** One report and decision in each state. */
function examplesAt(now: number) {
  const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString()
  const report = {
    subjectType: 'POST',
    snapshot: snapshot('People who drink tea with milk should not be allowed to post.'),
    reason: 'HOSTILE',
    details: 'The third time this week.',
    createdAt: hoursAgo(3),
    status: 'OPEN',
    outcome: null,
    rule: null,
    isReversed: false,
  }
  const decision = {
    createdAt: hoursAgo(5),
    action: 'HIDE',
    until: null,
    hidePosts: false,
    rule,
    subjectType: 'POST',
    snapshot: snapshot('Nobody needs a third umbrella, you fool.'),
    isReversed: false,
    canAppeal: true,
    appeal: null,
  }
  const appeal = {
    __typename: 'Appeal',
    id: 'appeal_1',
    text: 'It was a joke between old friends.',
    createdAt: hoursAgo(2),
    outcome: null,
  }
  return {
    reports: [
      { ...report, id: 'report_1' },
      { ...report, id: 'report_2', status: 'RESOLVED', outcome: 'HIDE', rule, details: null },
      { ...report, id: 'report_3', status: 'CLOSED', snapshot: null, subjectType: 'USER' },
    ],
    decisions: [
      { ...decision, id: 'event_1' },
      { ...decision, id: 'event_2', action: 'WARN', canAppeal: false, appeal },
      {
        ...decision,
        id: 'event_3',
        action: 'SUSPEND',
        until: new Date(now + 48 * 3_600_000).toISOString(),
        canAppeal: false,
        appeal: { ...appeal, id: 'appeal_2', outcome: 'KEPT' },
      },
    ],
  }
}

/** Shows reports and decisions that other people would have to make. */
async function showExamples(page: Page, suspendedUntil?: Date) {
  const { viewer } = await send(page, '{ viewer { id } }')
  const { reports, decisions } = examplesAt(await page.evaluate(() => Date.now()))
  await answer(page, 'Reports', {
    viewer: {
      __typename: 'User',
      id: viewer.id,
      suspension: suspendedUntil
        ? { __typename: 'Suspension', until: suspendedUntil.toISOString() }
        : null,
      reports: connection('Report', reports),
      decisions: connection('ModerationEvent', decisions),
    },
  })
  await reloadWithoutData(page)
  await page.getByRole('listitem').filter({ hasText: 'old friends' }).first().waitFor()
}

/** Opens the dialog to report the newest post. */
async function openReport(page: Page, say: Say) {
  await openPostMenu(page, 'first')
  await page.getByRole('menuitem', { name: say('Report…') }).click()
  await page.getByRole('dialog').getByRole('radio').first().waitFor()
}

/** Reporting, outcomes, and the rules. */
export const reportScreens: Screen[] = [
  {
    name: 'rules',
    path: paths.rules,
    as: 'visitor',
    ready: (page) => page.locator('#be-kind').waitFor(),
  },
  {
    name: 'reporting a post',
    path: paths.home,
    ready: openReport,
  },
  {
    name: 'a sent report',
    path: paths.home,
    ready: async (page, say) => {
      await openReport(page, say)
      await answer(page, 'ReportContent', {
        reportContent: {
          __typename: 'ReportContentPayload',
          report: { __typename: 'Report', id: 'report_1' },
          alreadyReported: false,
          userErrors: [],
        },
      })
      await page.getByRole('dialog').getByRole('radio').first().check()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('Send report') })
        .click()
      await page.getByRole('heading', { name: say('Thank you for telling us') }).waitFor()
    },
  },
  {
    name: 'no reports yet',
    path: paths.reports,
    ready: (page, say) => page.getByText(say('There are no decisions about you.')).waitFor(),
  },
  {
    name: 'reports and decisions',
    path: paths.reports,
    isWhole: true,
    ready: (page) => showExamples(page),
  },
  {
    name: 'a suspended account',
    path: paths.reports,
    ready: async (page) => {
      const now = await page.evaluate(() => Date.now())
      await showExamples(page, new Date(now + 48 * 3_600_000))
    },
  },
  {
    name: 'an appeal',
    path: paths.reports,
    ready: async (page, say) => {
      await showExamples(page)
      await page.getByRole('button', { name: say('Appeal this decision') }).click()
      await page.getByLabel(say('Why do you disagree?')).waitFor()
    },
    subject: (page) => page.getByLabel('Why do you disagree?'),
  },
]
