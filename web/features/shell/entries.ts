import Bell from 'lucide-react/icons/bell'
import CircleUser from 'lucide-react/icons/circle-user'
import Compass from 'lucide-react/icons/compass'
import House from 'lucide-react/icons/house'
import { paths } from '#rules/paths.ts'

export const entries = [
  { path: paths.home, name: 'Home', icon: House },
  { path: paths.explore, name: 'Explore', icon: Compass },
  { path: paths.notifications, name: 'Notifications', icon: Bell },
  { path: paths.ownProfile, name: 'Profile', icon: CircleUser },
]
