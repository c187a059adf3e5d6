import { msg } from '@lingui/core/macro'

/** The texts of sharing beyond its button, which is on the first screen. */
export const shareMessages = {
  sharedBy: (name: string) => msg`<name>${name}</name> shared`,

  withFollowers: msg`Share with followers`,
  withComment: msg`Share with a comment…`,
  copyLink: msg`Copy link`,
  undo: msg`Undo share`,
  shared: msg`Shared with your followers`,
  undone: msg`Share undone`,
  copied: msg`Link copied`,
  copyFailed: msg`We couldn’t copy the link.`,

  dialogTitle: msg`Share with a comment`,
  comment: msg`Your comment`,
  share: msg`Share`,
}
