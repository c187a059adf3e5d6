import type { MessageDescriptor } from '@lingui/core'
import type { LucideIcon } from 'lucide-react'
import { type MenuName, pages } from '#rules/pages.ts'
import { useViewer } from '../user/viewer.ts'

export interface NavEntryData {
  path: string
  name: MessageDescriptor
  icon: LucideIcon
}

/** As many main entries fit on a narrow phone. The viewer's own profile links to the others. */
export const BOTTOM_BAR_ENTRIES = 5

/** The names and icons of the pages in menus, in a file with the name of the page. */
const labels = import.meta.glob<Pick<NavEntryData, 'name' | 'icon'>>('./entries/*.ts', {
  eager: true,
  import: 'default',
})

function labelOf(page: string) {
  const label = labels[`./entries/${page}.ts`]
  if (!label) throw new Error(`The menu has no name and icon for the page ${page}.`)
  return label
}

const entries = pages.flatMap(({ page, path, visitors, menu }) =>
  menu
    ? [
        {
          ...labelOf(page),
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
