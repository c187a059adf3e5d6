import type { Unmasked } from '@apollo/client/masking'
import { HttpResponse } from 'msw'
import type { AppealQueueQuery } from '../pages/moderation/Appeals.generated.ts'
import type { ModerationLogQuery } from '../pages/moderation/Log.generated.ts'
import { answerMutation, api } from './api.ts'
import { bo, connection, pageAt } from './data.ts'
import { network } from './network.ts'
import { eventData, reportData } from './reports.ts'

type Queue = NonNullable<Unmasked<AppealQueueQuery>['appealQueue']>
export type AppealData = Queue['edges'][number]['node']

type Log = NonNullable<Unmasked<ModerationLogQuery>['moderationLog']>
export type LogEntryData = Log['edges'][number]['node']

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
      const moderationLog = connection('ModerationEvent', ...pageAt(pages, variables.after))
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
