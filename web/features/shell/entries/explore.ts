import Compass from 'lucide-react/icons/compass'
import { navMessages } from '../../../messages/shell.ts'

export default { name: navMessages.explore, icon: Compass }
