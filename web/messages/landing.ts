import { msg } from '@lingui/core/macro'

export const landingMessages = {
  signIn: msg`Sign in`,
  title: msg`Share the good in your day.`,
  text: msg`Good Vibes is a small, friendly place for the things that went right: a kind word, a good walk, a plan that worked out.`,
  joinGoodVibes: msg`Join Good Vibes`,
  features: msg`What it is`,
  positive: msg`Positive content only`,
  positiveText: msg`No outrage, no arguments. Just the parts of life that are worth passing on.`,
  supportive: msg`Supportive community`,
  supportiveText: msg`People who are glad for you, and tell you so with a heart.`,
  joy: msg`Share your joy`,
  joyText: msg`A few words, a photo, a video. Small wins are welcome here.`,
  samples: msg`From the community`,
  more: msg`Read more posts`,
  footer: msg`Good Vibes. Made for good days, and for the others.`,
  join: msg`Join`,
}

/** Fictional posts for the landing page. */
export const sampleMessages = {
  maya: msg`My neighbour left a jar of plum jam on the step with a note: “too many plums, just enough neighbours.” Breakfast is sorted.`,
  mayaTime: msg`2 hours ago`,
  kofi: msg`Taught my dad to send voice messages. He now signs off every one with “over and out.” I am keeping them all. 🎙️`,
  kofiTime: msg`5 hours ago`,
}
