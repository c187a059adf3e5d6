import { msg } from '@lingui/core/macro'

export const thanksMessages = {
  entry: msg`Say thanks`,
  title: msg`Say thanks`,
  about: msg`Only the author reads it. You can thank them once for each post.`,
  text: msg`Your thanks`,
  send: msg`Send thanks`,
  sent: msg`Your thanks are sent`,
}
