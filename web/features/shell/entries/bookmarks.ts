import Bookmark from 'lucide-react/icons/bookmark'
import { bookmarkMessages } from '../../../messages/bookmark.ts'

export default { name: bookmarkMessages.title, icon: Bookmark }
