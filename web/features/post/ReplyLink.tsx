import MessageCircle from 'lucide-react/icons/message-circle'
import { Link } from 'react-router-dom'
import { postPath } from '#rules/paths.ts'
import { shortNumber } from '../../lib/format-number.ts'
import { t } from '../../lib/i18n.ts'
import { postMessages } from '../../messages/post.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'

/** Leads to the replies of a post. */
export function ReplyLink({ post }: { post: { id: string; repliesCount: number } }) {
  return (
    <Button asChild variant="ghost" shape="count">
      <Link to={postPath(post)} aria-label={t(postMessages.reply(post.repliesCount))}>
        <Icon as={MessageCircle} />
        {shortNumber(post.repliesCount)}
      </Link>
    </Button>
  )
}
