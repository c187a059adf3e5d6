import type { FragmentType } from '@apollo/client'
import Bookmark from 'lucide-react/icons/bookmark'
import { useToggle } from '../../apollo/hooks.ts'
import { t } from '../../lib/i18n.ts'
import { bookmarkMessages } from '../../messages/bookmark.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useViewer } from '../user/viewer.ts'
import {
  type BookmarkButton_PostFragment,
  useBookmarkButton_PostFragment,
  useBookmarkPostMutation,
  useUnbookmarkPostMutation,
} from './BookmarkButton.generated.ts'

interface BookmarkProps {
  post: FragmentType<BookmarkButton_PostFragment>
}

/** Adds a post to the viewer's bookmarks or removes it. Only members have bookmarks. */
export function BookmarkButton({ post }: BookmarkProps) {
  return useViewer()?.kind === 'member' ? <BookmarkToggle post={post} /> : null
}

const toggled = (post: BookmarkButton_PostFragment): BookmarkButton_PostFragment => ({
  ...post,
  isBookmarked: !post.isBookmarked,
})

function BookmarkToggle({ post: reference }: BookmarkProps) {
  const post = useBookmarkButton_PostFragment(reference)
  const bookmark = useBookmarkPostMutation()
  const unbookmark = useUnbookmarkPostMutation()
  const { shown, toggle } = useToggle(post, toggled, (changed) => {
    const mutate = changed.isBookmarked ? bookmark : unbookmark
    return mutate({ postId: changed.id }, { optimistic: { post: changed }, toggle: 'bookmark' })
  })
  return (
    <Button
      variant="ghost"
      shape="icon"
      ms="auto"
      me="-2"
      // Declare the pressed style up front; inserting a rule on click restyles the whole page.
      _pressed={{ color: 'accentText', '& svg': { fill: 'currentColor' } }}
      aria-pressed={shown.isBookmarked}
      aria-label={t(bookmarkMessages.button)}
      onClick={toggle}
    >
      <Icon as={Bookmark} />
    </Button>
  )
}
