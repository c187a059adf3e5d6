import Settings from 'lucide-react/icons/settings-2'
import { navMessages } from '../../../messages/shell.ts'

export default { name: navMessages.settings, icon: Settings }
