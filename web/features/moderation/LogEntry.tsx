import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import { itemAttributes } from '../../lib/scroll-position.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { Muted } from '../../ui/Muted.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { EventSummary } from './EventSummary.tsx'
import { type LogEntry_EventFragment, useLogEntry_EventFragment } from './LogEntry.generated.ts'
import { PersonLink } from './PersonLink.tsx'
import { reportTitle } from './report-title.ts'
import { TakeBackButton } from './TakeBackButton.tsx'

interface LogEntryProps {
  event: FragmentType<LogEntry_EventFragment>
  onTakenBack: () => Promise<unknown>
}

/** An entry of the log, with a way to take a decision back. */
export function LogEntry({ event: reference, onTakenBack }: LogEntryProps) {
  const event = useLogEntry_EventFragment(reference)
  const { kind, member, reports } = event
  const [report] = reports ?? []
  const title = report ? reportTitle(report) : (member?.displayName ?? '')
  return (
    <Row {...itemAttributes(event)}>
      <chakra.div flex="1" minW="14rem">
        <EventSummary event={event} />
        {report?.snapshot?.content && (
          <Muted lineClamp={2} overflowWrap="anywhere" dir="auto">
            {report.snapshot.content}
          </Muted>
        )}
        {kind !== 'APPLICATION_DECLINED' && (
          <chakra.p textStyle="meta" color="muted">
            <RichText
              message={moderationMessages.about}
              elements={{ person: <PersonLink user={member} /> }}
            />
          </chakra.p>
        )}
      </chakra.div>
      <TakeBackButton event={event} about={title} onTakenBack={onTakenBack} />
    </Row>
  )
}

const Row = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    px: { base: '4', xl: '5' },
    py: '3',
    borderTopWidth: '1px',
    borderColor: 'border',
    _first: { borderTopWidth: '0' },
  },
})
