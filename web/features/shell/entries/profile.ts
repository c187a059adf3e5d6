import CircleUser from 'lucide-react/icons/circle-user'
import { navMessages } from '../../../messages/shell.ts'

export default { name: navMessages.profile, icon: CircleUser }
