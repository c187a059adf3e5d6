import { msg } from '@lingui/core/macro'

export const discardMessages = {
  title: msg`Discard what you typed?`,
  about: msg`You haven’t saved it yet.`,
  keep: msg`Keep editing`,
  discard: msg`Discard`,
}
