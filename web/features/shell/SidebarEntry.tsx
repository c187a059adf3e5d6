import { Tooltip } from '../../ui/Tooltip.tsx'
import type { Entry } from './entries.ts'
import { NavEntry } from './NavEntry.tsx'

/** An entry with its word, or, on the rail, with a tooltip. */
export function SidebarEntry({ isWide, ...entry }: Entry & { isWide: boolean }) {
  return isWide ? (
    <NavEntry {...entry} withWord />
  ) : (
    <Tooltip content={entry.name} placement="right">
      <NavEntry {...entry} withWord={false} />
    </Tooltip>
  )
}
