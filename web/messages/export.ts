import { msg } from '@lingui/core/macro'

export const exportMessages = {
  title: msg`Your data`,
  about: msg`Everything we store about you in one ZIP file: a page to read, your photos and the raw data.`,
  download: msg`Download your data`,
}
