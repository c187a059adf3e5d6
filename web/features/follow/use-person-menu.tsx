import { type ReactNode, useState } from 'react'
import type { MenuEntry } from '../../ui/Menu.tsx'
import type { HideEntries_UserFragment } from '../block/HideEntries.generated.ts'
import { LazyBlockDialog } from '../block/LazyBlockDialog.tsx'
import { LazyReportDialog } from '../report/LazyReportDialog.tsx'
import type { ReportSubject } from '../report/report-subject.ts'
import { usePersonEntries } from './use-person-entries.ts'

interface PersonMenuOptions extends Omit<ReportSubject, 'user'> {
  /** Who is behind it. */
  userId: string
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
  const entries = usePersonEntries(userId, {
    onBlock: setBlocking,
    onReport: (user) => setReporting({ id, kind, user }),
  })
  return {
    ...entries,
    dialogs: (
      <>
        <LazyBlockDialog
          user={blocking}
          buttonId={buttonId}
          onClose={() => setBlocking(undefined)}
        />
        <LazyReportDialog
          subject={reporting}
          buttonId={buttonId}
          onClose={() => setReporting(undefined)}
          onBlock={setBlocking}
        />
      </>
    ),
  }
}
