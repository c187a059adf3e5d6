import { msg } from '@lingui/core/macro'

export const helloPageMessages = {
  title: msg`Say hello`,
  intro: msg`These posts have no answer yet. A kind word from you can make someone’s day.`,
  failed: msg`We couldn’t load these posts.`,
  empty: msg`Everyone has an answer.`,
  emptyHint: msg`Thank you for looking. New posts show up here after ten minutes.`,
}
