import House from 'lucide-react/icons/house'
import { navMessages } from '../../../messages/shell.ts'

export default { name: navMessages.home, icon: House }
