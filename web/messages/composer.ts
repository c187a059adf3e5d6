import { msg, plural } from '@lingui/core/macro'

export const composerMessages = {
  dialogTitle: msg`Share Positivity`,
  form: msg`Share a post`,
  prompt: msg`What's something good today?`,
  share: msg`Share`,
  shared: msg`Your positive post has been shared! ✨`,
  failed: msg`Failed to create post. Please try again.`,
  charactersLeft: (count: number) =>
    msg`${plural(count, { one: '# character left', other: '# characters left' })}`,
  charactersTooMany: (count: number) =>
    msg`${plural(count, { one: '# character too many', other: '# characters too many' })}`,

  photo: msg`Photo`,
  video: msg`Video`,
}
