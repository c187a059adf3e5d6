import { t } from '../../lib/i18n.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { NavEntry } from './NavEntry.tsx'
import type { NavEntryData } from './navigation.ts'

/** An entry with its label, or on the rail with a tooltip. */
export function SidebarEntry({ entry, isWide }: { entry: NavEntryData; isWide: boolean }) {
  return isWide ? (
    <NavEntry entry={entry} withLabel />
  ) : (
    <Tooltip content={t(entry.name)} placement="end">
      <NavEntry entry={entry} withLabel={false} />
    </Tooltip>
  )
}
