import type { MessageDescriptor } from '@lingui/core'
import type { LucideIcon } from 'lucide-react'
import { createContext, use } from 'react'
import { isDemoViewer, useViewer } from '../user/viewer.ts'

export interface NavEntryData {
  path: string
  name: MessageDescriptor
  icon: LucideIcon
  /** The main entries, or those of the account, which are in the lower part of the sidebar. */
  menu: 'main' | 'account'
  /** Whether it is left out for visitors and the demo user. The main entries are for everyone. */
  forAccounts: boolean
}

/** As many main entries fit on a narrow phone. The viewer's own profile links to the others. */
export const BOTTOM_BAR_ENTRIES = 5

/** The entries of the navigation, which follow from the table of pages. */
export const NavigationContext = createContext<readonly NavEntryData[]>([])

/** The entries of a menu for the viewer. */
export function useNavEntries(menu: NavEntryData['menu']): NavEntryData[] {
  const viewer = useViewer()
  const hasAccount = Boolean(viewer) && !isDemoViewer(viewer)
  return use(NavigationContext).filter(
    (entry) => entry.menu === menu && (hasAccount || !entry.forAccounts),
  )
}
