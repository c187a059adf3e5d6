import { msg } from '@lingui/core/macro'

export const bookmarkMessages = {
  button: msg`Bookmark`,
  title: msg`Bookmarks`,
  failed: msg`We couldn’t load your bookmarks.`,
  empty: msg`No bookmarks yet.`,
  emptyHint: msg`Bookmark a post to find it here again. Nobody else sees your bookmarks.`,
}
