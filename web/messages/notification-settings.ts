import { msg } from '@lingui/core/macro'

export const notificationSettingsMessages = {
  title: msg`Your notifications`,
  about: msg`Replies, thanks and decisions of moderators arrive at once. Likes, shares and new followers arrive together, when you like.`,
  failed: msg`We couldn’t load this setting.`,

  delivery: msg`When likes, shares and new followers arrive`,
  THREE_TIMES_A_DAY: msg`Three times a day`,
  DAILY: msg`Once a day`,
  AS_IT_HAPPENS: msg`As it happens`,
  asItHappensAbout: msg`Within a minute, in groups by the hour. The bell shows a number.`,
  batchesAbout: msg`The bell shows a dot.`,
  hour: msg`Hour`,
  hours: [msg`First hour`, msg`Second hour`, msg`Third hour`],
  timeZone: (zone: string) => msg`Hours are in the time zone ${zone}.`,
  localZone: (zone: string) => msg`Use this device’s time zone, ${zone}`,

  kinds: msg`What you hear about`,
  likes: msg`Likes`,
  shares: msg`Shares`,
  follows: msg`New followers`,
  replies: msg`Replies`,
  thanks: msg`Thanks`,
  thanksAbout: msg`While it’s off, no one can send you thanks.`,
  weeklyEmail: msg`A weekly email`,
  weeklyEmailAbout: msg`The numbers of your week. You can stop it with one click.`,

  save: msg`Save`,
  saved: msg`Notifications saved`,
}
