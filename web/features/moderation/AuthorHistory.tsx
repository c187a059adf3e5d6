import type { FragmentType } from '@apollo/client'
import { chakra, Flex, Stack } from '@chakra-ui/react'
import { useState } from 'react'
import { fullDateTime } from '../../lib/dates.ts'
import { t } from '../../lib/i18n.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted } from '../../ui/Muted.tsx'
import {
  type AuthorHistory_ReportFragment,
  useAuthorHistory_ReportFragment,
  useLiftSuspensionMutation,
} from './AuthorHistory.generated.ts'
import { EventSummary } from './EventSummary.tsx'
import { NoteDialog } from './NoteDialog.tsx'
import { ViewSection } from './ViewSection.tsx'

interface AuthorHistoryProps {
  report: FragmentType<AuthorHistory_ReportFragment>
  refetch: () => Promise<unknown>
}

/** Earlier reports and decisions about the author, and a present suspension. */
export function AuthorHistory({ report: reference, refetch }: AuthorHistoryProps) {
  const { author, authorHistory } = useAuthorHistory_ReportFragment(reference)
  if (!author || !authorHistory) return null
  const { reportsCount, suspension, decisions } = authorHistory
  return (
    <ViewSection title={t(moderationMessages.history)}>
      <chakra.p textStyle="body">{t(moderationMessages.reportsAbout(reportsCount))}</chakra.p>
      {suspension && <Suspension author={author} until={suspension.until} refetch={refetch} />}
      {decisions.length === 0 ? (
        <Muted>{t(moderationMessages.noDecisions)}</Muted>
      ) : (
        <Stack as="ul" gap="3" aria-label={t(moderationMessages.decisionsAbout)}>
          {decisions.map((decision) => (
            <chakra.li key={decision.id} borderTopWidth="1px" borderColor="border" pt="3">
              <EventSummary event={decision} />
            </chakra.li>
          ))}
        </Stack>
      )}
    </ViewSection>
  )
}

interface SuspensionProps {
  author: { id: string; displayName: string }
  until: string | null
  refetch: () => Promise<unknown>
}

function Suspension({ author, until, refetch }: SuspensionProps) {
  const [open, setOpen] = useState(false)
  const liftSuspension = useLiftSuspensionMutation()
  const { id: userId, displayName } = author
  const lift = (note: string) => {
    const successToast = { title: t(moderationMessages.lifted(displayName)) }
    return liftSuspension({ userId, note }, { successToast })
  }
  return (
    <Flex gap="3" align="center" justify="space-between" wrap="wrap">
      <chakra.p textStyle="body" color="bad">
        {until
          ? t(moderationMessages.suspendedUntil(fullDateTime(new Date(until))))
          : t(moderationMessages.suspended)}
      </chakra.p>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {t(moderationMessages.lift)}
      </Button>
      <NoteDialog
        title={t(moderationMessages.liftTitle(displayName))}
        about={t(moderationMessages.liftAbout)}
        confirmLabel={t(moderationMessages.lift)}
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={lift}
        onDone={() => refetch().catch(() => {})}
      />
    </Flex>
  )
}
