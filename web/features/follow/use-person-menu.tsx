import { type ReactNode, useState } from 'react'
import { useLast } from '../../lib/use-last.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import type { MenuEntry } from '../../ui/Menu.tsx'
import type { HideEntries_UserFragment } from '../block/HideEntries.generated.ts'
import type { ReportSubject } from '../report/report-subject.ts'
import { usePersonEntries } from './use-person-entries.ts'

const BlockDialog = lazyDialog(() => import('../block/BlockDialog.tsx'))
const ReportDialog = lazyDialog(() => import('../report/ReportDialog.tsx'))

interface PersonMenuOptions extends Omit<ReportSubject, 'user'> {
  /** Who is behind it; null for the viewer. */
  userId: string | null
  /** Id of the menu's button. */
  buttonId: string
}

interface PersonMenuParts {
  follow: MenuEntry[]
  /** Mute, block and report. */
  safety: MenuEntry[]
  /** What the entries open. */
  dialogs: ReactNode
}

/** The entries of a menu about a person, or about something of theirs, for a menu that is open. */
export function usePersonMenu({ userId, buttonId, id, kind }: PersonMenuOptions): PersonMenuParts {
  const [blocking, setBlocking] = useState<HideEntries_UserFragment>()
  const [reporting, setReporting] = useState<ReportSubject>()
  // The dialogs show them while they close.
  const lastBlocked = useLast(blocking)
  const lastReported = useLast(reporting)
  const entries = usePersonEntries(userId, {
    onBlock: setBlocking,
    onReport: (user) => setReporting({ id, kind, user }),
  })
  return {
    ...entries,
    dialogs: (
      <>
        {lastBlocked && (
          <BlockDialog
            user={lastBlocked}
            buttonId={buttonId}
            open={blocking !== undefined}
            onClose={() => setBlocking(undefined)}
          />
        )}
        {lastReported && (
          <ReportDialog
            subject={lastReported}
            buttonId={buttonId}
            open={reporting !== undefined}
            onClose={() => setReporting(undefined)}
            onBlock={setBlocking}
          />
        )}
      </>
    ),
  }
}
