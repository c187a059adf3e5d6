import { msg } from '@lingui/core/macro'

/** Reporting something to the moderators. */
export const reportMessages = {
  entry: msg`Report…`,
  titles: {
    POST: (name: string) => msg`Report a post by ${name}`,
    SHARE: (name: string) => msg`Report a share by ${name}`,
    USER: (name: string) => msg`Report ${name}`,
    THANKS: (name: string) => msg`Report thanks from ${name}`,
  },
  about: msg`Tell us what feels wrong. No one but moderators learns that you reported it.`,
  rules: msg`Not sure? <link>Read our rules</link>`,
  danger: msg`If someone is in danger, call your local emergency number first.`,

  reason: msg`What’s wrong?`,
  reasonNeeded: msg`Please choose what’s wrong.`,
  HOSTILE: msg`Insults, threats, hate or mockery.`,
  SPAM: msg`Advertising, repeated posts or misleading links.`,
  DANGEROUS: msg`Violence, self-harm or dangerous acts.`,
  ILLEGAL: msg`It’s illegal, or it belongs to someone else.`,
  OTHER: msg`Tell us more below.`,
  details: msg`Anything we should know?`,
  detailsHint: (max: string) => msg`Optional, up to ${max} characters.`,
  send: msg`Send report`,

  thanks: msg`Thank you for telling us`,
  next: msg`A moderator will look at it. You’ll find the answer under <link>your reports</link>.`,
  repeated: msg`You’ve already reported this`,
  repeatedNext: msg`A moderator will answer your first report under <link>your reports</link>.`,
  meanwhile: (name: string) => msg`Would you rather not see ${name} in the meantime?`,
  mute: (name: string) => msg`Mute ${name}`,
  block: (name: string) => msg`Block ${name}`,
  done: msg`Done`,
}
