import { Tooltip } from '../../ui/Tooltip.tsx'
import { NavEntry } from './NavEntry.tsx'
import type { NavEntryData } from './nav-entries.ts'

/** An entry with its label, or on the rail with a tooltip. */
export function SidebarEntry({ isWide, ...entry }: NavEntryData & { isWide: boolean }) {
  return isWide ? (
    <NavEntry {...entry} withLabel />
  ) : (
    <Tooltip content={entry.name} placement="right">
      <NavEntry {...entry} withLabel={false} />
    </Tooltip>
  )
}
