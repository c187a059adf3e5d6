import Bell from 'lucide-react/icons/bell'
import { navMessages } from '../../../messages/shell.ts'

export default { name: navMessages.notifications, icon: Bell }
