import type { MessageDescriptor } from '@lingui/core'
import type { LucideIcon } from 'lucide-react'
import Bell from 'lucide-react/icons/bell'
import CircleUser from 'lucide-react/icons/circle-user'
import Compass from 'lucide-react/icons/compass'
import House from 'lucide-react/icons/house'
import Settings from 'lucide-react/icons/settings-2'
import { type MenuName, type MenuPage, pages } from '#rules/pages.ts'
import { navMessages } from '../../messages/shell.ts'
import { useViewer } from '../user/viewer.ts'

export interface NavEntryData {
  path: string
  name: MessageDescriptor
  icon: LucideIcon
}

/** As many main entries fit on a narrow phone. The viewer's own profile links to the others. */
export const BOTTOM_BAR_ENTRIES = 5

const icons: Record<MenuPage, LucideIcon> = {
  home: House,
  explore: Compass,
  notifications: Bell,
  profile: CircleUser,
  settings: Settings,
}

const entries = pages.flatMap(({ page, path, visitors, menu }) =>
  menu
    ? [
        {
          name: navMessages[page as MenuPage],
          icon: icons[page as MenuPage],
          path,
          menu,
          /** Left out for visitors and the demo user. The main entries are for everyone. */
          forAccounts: menu === 'account' && visitors === 'sign-in',
        },
      ]
    : [],
)

/**
 * The entries of a menu for the viewer: the main ones, or those of the account, which are in the
 * lower part of the sidebar.
 */
export function useNavEntries(menu: MenuName): NavEntryData[] {
  const viewer = useViewer()
  const hasAccount = viewer?.kind === 'member'
  return entries.filter((entry) => entry.menu === menu && (hasAccount || !entry.forAccounts))
}
