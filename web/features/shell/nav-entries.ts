import type { LucideIcon } from 'lucide-react'
import Bell from 'lucide-react/icons/bell'
import CircleUser from 'lucide-react/icons/circle-user'
import Compass from 'lucide-react/icons/compass'
import House from 'lucide-react/icons/house'
import Settings from 'lucide-react/icons/settings-2'
import { paths } from '#rules/paths.ts'

export interface NavEntryData {
  path: string
  name: string
  icon: LucideIcon
}

export const navEntries: NavEntryData[] = [
  { path: paths.home, name: 'Home', icon: House },
  { path: paths.explore, name: 'Explore', icon: Compass },
  { path: paths.notifications, name: 'Notifications', icon: Bell },
  { path: paths.ownProfile, name: 'Profile', icon: CircleUser },
]

/** In the lower part of the sidebar, for signed-in users. */
export const settingsEntry: NavEntryData = {
  path: paths.settings,
  name: 'Settings',
  icon: Settings,
}
