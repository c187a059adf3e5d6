import { fullDate } from '../../lib/dates.ts'
import { t } from '../../lib/i18n.ts'
import { appealMessages } from '../../messages/appeals.ts'
import type { DecisionRow_DecisionFragment } from './DecisionRow.generated.ts'

const hidden = {
  POST: appealMessages.hiddenPost,
  SHARE: appealMessages.hiddenShare,
  USER: appealMessages.hiddenUser,
  THANKS: appealMessages.hiddenThanks,
}
const removed = {
  POST: appealMessages.removedPost,
  SHARE: appealMessages.removedShare,
  USER: appealMessages.removedUser,
  THANKS: appealMessages.removedThanks,
}

/** What moderators did, in one line. */
export function decisionTitle({
  action,
  subjectType,
  until,
}: Pick<DecisionRow_DecisionFragment, 'action' | 'subjectType' | 'until'>): string {
  // Only suspensions can be about no single thing.
  const subject = subjectType ?? 'POST'
  if (action === 'HIDE') return t(hidden[subject])
  if (action === 'REMOVE') return t(removed[subject])
  if (action === 'SUSPEND')
    return t(
      until ? appealMessages.suspendedUntil(fullDate(new Date(until))) : appealMessages.suspended,
    )
  return t(appealMessages.warned)
}

/** What else the member should know of it. */
export function aboutDecision({
  action,
  hidePosts,
  isReversed,
  canAppeal,
}: DecisionRow_DecisionFragment): string[] {
  if (isReversed) return [t(appealMessages.reversed)]
  if (action === 'SUSPEND' && hidePosts) return [t(appealMessages.postsHidden)]
  if (action === 'REMOVE' && canAppeal) return [t(appealMessages.removedAbout)]
  return []
}
