import type { FragmentType } from '@apollo/client'
import { chakra, Stack } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RichText } from '../../ui/RichText.tsx'
import {
  type EventSummary_EventFragment,
  useEventSummary_EventFragment,
} from './EventSummary.generated.ts'
import { PersonLink } from './PersonLink.tsx'

/** What happened, by which rule, when and by whom. */
export function EventSummary({
  event: reference,
}: {
  event: FragmentType<EventSummary_EventFragment>
}) {
  const event = useEventSummary_EventFragment(reference)
  const { kind, action, outcome, moderator, createdAt, note, isReversed } = event
  const what = action ? moderationMessages.past[action] : moderationMessages.kindsOfEvents[kind]
  const facts = factsOf(event)
  return (
    <Stack gap="1" minW="0">
      <chakra.p textStyle="name">
        {t(what)}
        {outcome && ` · ${t(moderationMessages.outcomes[outcome])}`}
        {isReversed && (
          <chakra.span color="good">{` · ${t(moderationMessages.reversed)}`}</chakra.span>
        )}
      </chakra.p>
      {facts.length > 0 && (
        <chakra.p textStyle="meta" color="muted" overflowWrap="anywhere">
          {facts.join(' · ')}
        </chakra.p>
      )}
      {note && (
        <chakra.p textStyle="body" whiteSpace="pre-wrap" overflowWrap="anywhere" dir="auto">
          {note}
        </chakra.p>
      )}
      <chakra.p textStyle="meta" color="muted">
        {kind === 'APPEAL' ? (
          <RelativeTime at={createdAt} />
        ) : (
          <RichText
            message={moderationMessages.decidedBy}
            elements={{
              person: <PersonLink user={moderator} />,
              time: <RelativeTime at={createdAt} />,
            }}
          />
        )}
      </chakra.p>
    </Stack>
  )
}

function factsOf({ action, rule, suspendDays, hidePosts }: EventSummary_EventFragment): string[] {
  const length =
    suspendDays === null ? moderationMessages.untilLifted : moderationMessages.daysLong(suspendDays)
  return [
    ...(rule ? [t(moderationMessages.byRule(rule.title))] : []),
    ...(action === 'SUSPEND' ? [t(length)] : []),
    ...(hidePosts ? [t(moderationMessages.withPosts)] : []),
  ]
}
