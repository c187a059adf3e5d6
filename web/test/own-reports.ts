import type { Unmasked } from '@apollo/client/masking'
import { HttpResponse } from 'msw'
import type { DecisionRow_DecisionFragment } from '../features/appeal/DecisionRow.generated.ts'
import type { OwnReportRow_ReportFragment } from '../features/report/OwnReportRow.generated.ts'
import { api } from './api.ts'
import { ada, connection, pageAt } from './data.ts'
import { network } from './network.ts'

export type ReportData = Unmasked<OwnReportRow_ReportFragment>
export type DecisionData = Unmasked<DecisionRow_DecisionFragment>

const createdAt = new Date(Date.now() - 5.5 * 3_600_000).toISOString()
const rule = { __typename: 'CitedRule' as const, ruleId: 'be-kind', title: 'Be kind' }
const snapshot = {
  __typename: 'ReportSnapshot' as const,
  displayName: 'Bo Berg',
  content: 'You are all fools.',
  imageUrl: null,
  videoUrl: null,
}

export const reportData = (fields: Partial<ReportData> = {}): ReportData => ({
  __typename: 'Report',
  id: 'report_1',
  subjectType: 'POST',
  snapshot,
  reason: 'HOSTILE',
  details: null,
  createdAt,
  status: 'OPEN',
  outcome: null,
  rule: null,
  isReversed: false,
  ...fields,
})

export const decisionData = (fields: Partial<DecisionData> = {}): DecisionData => ({
  __typename: 'ModerationEvent',
  id: 'event_1',
  createdAt,
  action: 'HIDE',
  until: null,
  hidePosts: false,
  rule: { ...rule, text: 'No **insults**.' },
  subjectType: 'POST',
  snapshot,
  isReversed: false,
  canAppeal: true,
  appeal: null,
  ...fields,
})

export const answered: Partial<ReportData> = { status: 'RESOLVED', outcome: 'HIDE', rule }

interface Reports {
  reports?: ReportData[]
  decisions?: DecisionData[]
  suspension?: { until: string | null }
}

/** Mocks the viewer's reports and decisions, one of each on a page. */
export function mockReports({ reports = [], decisions = [], suspension }: Reports = {}) {
  network.use(
    api.query('Reports', ({ variables }) => {
      const page = <Node>(nodes: Node[], after: string | null | undefined) =>
        pageAt(
          nodes.map((node) => [node]),
          after,
        )
      return HttpResponse.json({
        data: {
          viewer: {
            __typename: 'User',
            id: ada.id,
            suspension: suspension ? { __typename: 'Suspension', ...suspension } : null,
            ...(variables.withReports !== false && {
              reports: connection('Report', ...page(reports, variables.reportsAfter)),
            }),
            ...(variables.withDecisions !== false && {
              decisions: connection(
                'ModerationEvent',
                ...page(decisions, variables.decisionsAfter),
              ),
            }),
          },
        },
      })
    }),
    api.query('SettingsReports', () =>
      HttpResponse.json({
        data: {
          viewer: { __typename: 'User', id: ada.id, reports: connection('Report', reports) },
        },
      }),
    ),
  )
}
