import type { Unmasked } from '@apollo/client/masking'
import { HttpResponse } from 'msw'
import { reasons } from '#rules/reasons.ts'
import type { EventSummary_EventFragment } from '../features/moderation/EventSummary.generated.ts'
import type { ModeratedReportQuery } from '../pages/moderation/Moderation.generated.ts'
import { answerMutation, api } from './api.ts'
import { ada, bo, connection } from './data.ts'
import { network } from './network.ts'

type ReportData = Extract<
  NonNullable<Unmasked<ModeratedReportQuery>['node']>,
  { __typename: 'Report' }
>

export const rules = [
  { __typename: 'Rule' as const, id: 'be-kind', title: 'Be kind' },
  { __typename: 'Rule' as const, id: 'no-spam', title: 'No spam' },
]

export function reportData(number: number, fields: Partial<ReportData> = {}): ReportData {
  return {
    __typename: 'Report',
    id: `report_${number}`,
    status: 'OPEN',
    subjectType: 'POST',
    reason: 'HOSTILE',
    details: `Details ${number}`,
    createdAt: new Date(Date.now() - 5.5 * 3_600_000).toISOString(),
    openReportsCount: 1,
    claimedAt: null,
    claimedBy: null,
    pictureUrl: null,
    snapshot: {
      __typename: 'ReportSnapshot',
      displayName: `Author ${number}`,
      username: `author_${number}`,
      avatar: null,
      content: `Content ${number}`,
      imageUrl: null,
      imageAlt: null,
      videoUrl: null,
    },
    author: { __typename: 'User', id: `user_${number}`, displayName: `Author ${number}` },
    reporter: bo,
    authorHistory: {
      __typename: 'AuthorHistory',
      reportsCount: 3,
      suspension: null,
      decisions: [],
    },
    notes: [],
    decision: null,
    ...fields,
  }
}

/** A decision by `bo` that hid something. */
export const eventData = (
  number: number,
  fields: Partial<Unmasked<EventSummary_EventFragment>> = {},
): Unmasked<EventSummary_EventFragment> => ({
  __typename: 'ModerationEvent',
  id: `event_${number}`,
  kind: 'DECISION',
  createdAt: new Date(Date.now() - 5.5 * 3_600_000).toISOString(),
  action: 'HIDE',
  suspendDays: null,
  hidePosts: false,
  note: null,
  outcome: null,
  isReversed: false,
  rule: { __typename: 'CitedRule', ruleId: 'be-kind', title: 'Be kind' },
  moderator: bo,
  ...fields,
})

interface Refusal {
  reason: keyof typeof reasons
}

/** Mocks the queue and what moderators do with its reports. @returns what they sent */
export function mockReports(reports: ReportData[], refusal?: Refusal) {
  const sent: [operation: string, input: Record<string, unknown>][] = []
  const find = (id: unknown) => reports.find((report) => report.id === id)
  const change = (
    name: 'ClaimReport' | 'ReleaseReport' | 'ResolveReport',
    answer: (report?: ReportData) => object,
  ) =>
    answerMutation(name, (input) => {
      sent.push([name, input])
      return answer(find(input.reportId))
    })
  network.use(
    api.query('ModerationQueue', ({ variables }) =>
      HttpResponse.json({
        data: {
          moderationQueue: connection(
            'Report',
            reports.filter(({ status }) => status === (variables.status ?? 'OPEN')),
          ),
          rules,
        },
      }),
    ),
    api.query('ModeratedReport', ({ variables }) =>
      HttpResponse.json({ data: { node: find(variables.id) ?? null } }),
    ),
    change('ClaimReport', (report) => ({
      report: { ...report, claimedAt: new Date().toISOString(), claimedBy: ada },
    })),
    change('ReleaseReport', (report) => ({
      report: { ...report, claimedAt: null, claimedBy: null },
    })),
    change('ResolveReport', (report) => {
      if (refusal) {
        const error = { __typename: 'UserError', field: null, message: reasons[refusal.reason] }
        return { report: null, closedReports: null, userErrors: [{ ...error, ...refusal }] }
      }
      const { reportId, action } = sent.at(-1)?.[1] ?? {}
      const id = `moderation_${reportId}`
      const decision = { ...eventData(1), id, action, rule: null, moderator: ada }
      if (report) Object.assign(report, { status: 'RESOLVED', closedAt: new Date(), decision })
      return { report, closedReports: [report] }
    }),
  )
  return sent
}
