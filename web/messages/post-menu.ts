import { msg, plural } from '@lingui/core/macro'

export const postMenuMessages = {
  likedBy: msg`Liked by…`,
  sharedBy: msg`Shared by…`,

  closeReplies: msg`Close replies`,
  openReplies: msg`Open replies`,
  repliesClosed: msg`Replies are closed now.`,
  repliesOpened: msg`Replies are open again.`,

  delete: msg`Delete`,
  deleteTitle: msg`Delete this post?`,
  deleteReplyTitle: msg`Delete this reply?`,
  deleteWarning: msg`It disappears for everyone. This can’t be undone.`,
  deleteThreadWarning: (count: number) =>
    msg`It disappears for everyone, with its ${plural(count, { one: '# reply', other: '# replies' })}. This can’t be undone.`,
  keep: msg`Keep it`,
  deleted: msg`Your post is deleted.`,
  replyDeleted: msg`Your reply is deleted.`,
}
