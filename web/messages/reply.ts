import { msg, plural } from '@lingui/core/macro'

/** The texts of threads and replies. */
export const replyMessages = {
  list: msg`Replies`,
  count: (count: number) => msg`${plural(count, { one: '# reply', other: '# replies' })}`,
  inReplyTo: (name: string) => msg`In reply to <post>${name}</post>`,
  replyingTo: (name: string) => msg`Replying to <name>${name}</name>`,
  inReplyToHidden: msg`This reply belongs to a thread you can’t see.`,
  opened: msg`The reply you opened`,
  answer: msg`Reply`,
  answerTo: (name: string) => msg`Reply to ${name}`,

  none: msg`No replies yet.`,
  beFirst: msg`A kind word goes a long way.`,
  closed: msg`The replies are closed.`,
  loadMore: msg`Load more replies`,
  loadFailed: msg`We couldn’t load more replies. Please try again.`,
  end: msg`That’s every reply`,
}

/** The texts of the reply field. */
export const replyFormMessages = {
  form: msg`Write a reply`,
  prompt: msg`Write a reply…`,
  share: msg`Reply`,
  stopAnswering: msg`Answer the post instead`,
  sent: msg`Your reply is sent.`,
  failed: msg`We couldn’t send your reply. Please try again.`,
}
