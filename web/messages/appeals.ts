import { msg } from '@lingui/core/macro'

/** Decisions about the viewer, and their appeals. */
export const appealMessages = {
  title: msg`Decisions about you`,
  none: msg`There are no decisions about you.`,
  decided: msg`Decided <time/>`,

  hiddenPost: msg`Moderators hid a post of yours`,
  hiddenShare: msg`Moderators hid a share of yours`,
  hiddenThanks: msg`Moderators hid thanks of yours`,
  hiddenUser: msg`Moderators hid your name, bio and photo`,
  removedPost: msg`Moderators removed a post of yours`,
  removedShare: msg`Moderators removed a share of yours`,
  removedThanks: msg`Moderators removed thanks of yours`,
  removedUser: msg`Moderators removed your name, bio and photo`,
  removedAbout: msg`After 30 days it’s deleted, unless you appeal.`,
  warned: msg`Moderators warned you`,
  suspended: msg`Your account was suspended, until a moderator lifts it`,
  suspendedUntil: (date: string) => msg`Your account was suspended until ${date}`,
  postsHidden: msg`Your posts are hidden while it lasts.`,
  reversed: msg`Moderators looked again and took this decision back.`,
  what: msg`What it’s about:`,

  appeal: msg`Appeal this decision`,
  formTitle: msg`Ask for another look`,
  formAbout: msg`You can appeal once. Where there’s another moderator, they decide.`,
  text: msg`Why do you disagree?`,
  textHint: (max: string) => msg`Up to ${max} characters.`,
  send: msg`Send appeal`,
  sent: msg`Your appeal is sent`,
  sentAbout: msg`We’ll answer here.`,
  waiting: msg`You appealed <time/>. A moderator will look again.`,
  kept: msg`Moderators looked again. The decision stays as it is.`,
  yourText: msg`What you wrote:`,

  loadMore: msg`Load more decisions`,
  loadFailed: msg`We couldn’t load more decisions. Please try again.`,
  end: msg`That’s all of them`,
}
