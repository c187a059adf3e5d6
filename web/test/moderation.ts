import type { Unmasked } from '@apollo/client/masking'
import { HttpResponse } from 'msw'
import type { EventSummary_EventFragment } from '../features/moderation/EventSummary.generated.ts'
import type { AppealQueueQuery } from '../pages/moderation/Appeals.generated.ts'
import type { ModerationLogQuery } from '../pages/moderation/Log.generated.ts'
import { answerMutation, api } from './api.ts'
import { bo } from './data.ts'
import { network } from './network.ts'
import { reportData } from './reports.ts'

type Queue = NonNullable<Unmasked<AppealQueueQuery>['appealQueue']>
export type AppealData = Queue['edges'][number]['node']

type Log = NonNullable<Unmasked<ModerationLogQuery>['moderationLog']>
export type LogEntryData = Log['edges'][number]['node']

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

export const appealData = (number: number): AppealData => ({
  __typename: 'Appeal',
  id: `appeal_${number}`,
  text: `It was a joke ${number}`,
  createdAt: new Date(Date.now() - 5.5 * 3_600_000).toISOString(),
  outcome: null,
  decision: {
    ...eventData(number),
    member: { __typename: 'User', id: `user_${number}`, displayName: `Author ${number}` },
    reports: [reportData(number)],
  },
})

export const logEntryData = (number: number, fields: Partial<LogEntryData> = {}): LogEntryData => ({
  ...eventData(number),
  member: { ...bo, id: `user_${number}`, displayName: `Author ${number}` },
  reports: [reportData(number)],
  ...fields,
})

/** Mocks the log, page by page, and its reversals. @returns the reversals that were sent */
export function mockLog(...pages: LogEntryData[][]) {
  const sent: unknown[] = []
  network.use(
    api.query('ModerationLog', ({ variables }) => {
      const index = Number(variables.after ?? 0)
      const hasNextPage = index + 1 < pages.length
      const edges = (pages[index] ?? []).map((node) => ({ __typename: 'EventEdge', node }))
      const endCursor = hasNextPage ? String(index + 1) : null
      const pageInfo = { __typename: 'PageInfo', endCursor, hasNextPage }
      const moderationLog = { __typename: 'ModerationEventConnection', edges, pageInfo }
      return HttpResponse.json({ data: { moderationLog } })
    }),
    answerMutation('ReverseDecision', (input) => {
      sent.push(input)
      const event = pages.flat().find(({ id }) => id === input.eventId)
      return { event: event && Object.assign(event, { isReversed: true }) }
    }),
  )
  return sent
}
