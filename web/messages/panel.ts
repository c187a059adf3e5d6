import { msg } from '@lingui/core/macro'

export const panelMessages = {
  welcome: msg`Welcome to Good Vibes`,
  welcomeText: msg`A quiet corner for the good parts of the day. Read a little, share a little, leave lighter than you came.`,
  steps: msg`Getting started`,
  share: msg`Share something good`,
  shareText: msg`A small win, a kind moment, a view you liked.`,
  like: msg`Spread the love`,
  likeText: msg`Like what made you smile. It costs nothing and lands softly.`,
  profile: msg`Make it yours`,
  profileText: msg`Add a photo and a few words to your profile.`,
  quote: msg`“No act of kindness, no matter how small, is ever wasted.”`,
  quoteAuthor: msg`Aesop`,
}
