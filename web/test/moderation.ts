import type { Unmasked } from '@apollo/client/masking'
import type { EventSummary_EventFragment } from '../features/moderation/EventSummary.generated.ts'
import type { AppealQueueQuery } from '../pages/moderation/Appeals.generated.ts'
import type { ModerationLogQuery } from '../pages/moderation/Log.generated.ts'
import { bo } from './data.ts'

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
