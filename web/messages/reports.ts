import { msg } from '@lingui/core/macro'

/** The viewer's own reports and their outcomes. */
export const reportsMessages = {
  title: msg`Reports and decisions`,
  failed: msg`We couldn’t load your reports.`,
  about: msg`Moderators read every report and tell you what they decided.`,
  rules: msg`Read the <link>rules</link> they go by.`,
  suspended: msg`Your account is suspended until a moderator lifts it.`,
  suspendedUntil: (date: string) => msg`Your account is suspended until ${date}.`,
  suspendedAbout: msg`You can read, appeal below, and change your settings.`,

  yours: msg`Your reports`,
  none: msg`You haven’t reported anything.`,
  noneHint: msg`If something feels wrong, choose “Report…” in its menu.`,
  post: (name: string) => msg`A post by ${name}`,
  share: (name: string) => msg`A share by ${name}`,
  thanks: (name: string) => msg`Thanks from ${name}`,
  user: (name: string) => msg`${name}’s profile`,
  deletedPost: msg`A deleted post`,
  deletedShare: msg`A deleted share`,
  deletedThanks: msg`Deleted thanks`,
  deletedUser: msg`A deleted profile`,
  reported: msg`Reported <time/>`,
  because: (reason: string) => msg`Your reason: ${reason}`,
  photo: msg`With a photo`,
  video: msg`With a video`,
  noText: msg`No text`,

  waiting: msg`Waiting for a moderator`,
  answered: msg`Answered`,
  closed: msg`Closed`,
  closedAbout: msg`The account behind it was deleted.`,
  NONE: msg`Moderators found that it breaks no rule, so it stays.`,
  HIDE: msg`It breaks a rule. No one sees it anymore.`,
  REMOVE: msg`It breaks a rule. It’s removed.`,
  WARN: msg`It breaks a rule. Moderators warned the person behind it.`,
  SUSPEND: msg`It breaks a rule. The account behind it is suspended.`,
  reversed: msg`Later, moderators looked again and took this decision back.`,
  rule: (title: string) => msg`The rule: <rule>${title}</rule>`,
  privacy: msg`No one but moderators learns that you reported it.`,

  loadMore: msg`Load more reports`,
  loadFailed: msg`We couldn’t load more reports. Please try again.`,
  end: msg`That’s all of them`,

  settingsTitle: msg`Reports`,
  settingsAbout: msg`What you reported, and what moderators decided about you.`,
  all: msg`See all reports and decisions`,
}

/** Why people report something, as they choose it. */
export const reportReasonMessages = {
  HOSTILE: msg`It’s hostile`,
  SPAM: msg`It’s spam`,
  DANGEROUS: msg`Someone could get hurt`,
  ILLEGAL: msg`It’s against the law`,
  OTHER: msg`Something else`,
}
