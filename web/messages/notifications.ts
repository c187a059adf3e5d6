import { msg, plural } from '@lingui/core/macro'

/** The names of the newest people of a group, and how many others there are. */
export const likeMessages = {
  none: (count: number) =>
    msg`${plural(count, { one: '# person', other: '# people' })} liked your post`,
  one: (name: string) => msg`<name>${name}</name> liked your post`,
  two: (first: string, second: string) =>
    msg`<name>${first}</name> and <name>${second}</name> liked your post`,
  oneAndOthers: (name: string, others: number) =>
    msg`<name>${name}</name> and ${plural(others, { one: '# other', other: '# others' })} liked your post`,
  twoAndOthers: (first: string, second: string, others: number) =>
    msg`<name>${first}</name>, <name>${second}</name> and ${plural(others, { one: '# other', other: '# others' })} liked your post`,
}

export type GroupMessages = typeof likeMessages

export const shareMessages: GroupMessages = {
  none: (count) => msg`${plural(count, { one: '# person', other: '# people' })} shared your post`,
  one: (name) => msg`<name>${name}</name> shared your post`,
  two: (first, second) => msg`<name>${first}</name> and <name>${second}</name> shared your post`,
  oneAndOthers: (name, others) =>
    msg`<name>${name}</name> and ${plural(others, { one: '# other', other: '# others' })} shared your post`,
  twoAndOthers: (first, second, others) =>
    msg`<name>${first}</name>, <name>${second}</name> and ${plural(others, { one: '# other', other: '# others' })} shared your post`,
}

export const followMessages: GroupMessages = {
  none: (count) =>
    msg`${plural(count, { one: '# person follows you', other: '# people follow you' })} now`,
  one: (name) => msg`<name>${name}</name> follows you now`,
  two: (first, second) => msg`<name>${first}</name> and <name>${second}</name> follow you now`,
  oneAndOthers: (name, others) =>
    msg`<name>${name}</name> and ${plural(others, { one: '# other', other: '# others' })} follow you now`,
  twoAndOthers: (first, second, others) =>
    msg`<name>${first}</name>, <name>${second}</name> and ${plural(others, { one: '# other', other: '# others' })} follow you now`,
}

export const notificationMessages = {
  replied: (name: string) => msg`<name>${name}</name> replied to you`,
  replyGone: msg`Someone replied to you`,
  thanked: (name: string) => msg`<name>${name}</name> thanked you`,
  thanksGone: msg`Someone thanked you`,
  reportAnswered: msg`Moderators answered your report`,
  decided: msg`Moderators made a decision about you`,
  appealAnswered: msg`Moderators answered your appeal`,
  reversed: msg`Moderators took a decision about you back`,
  lifted: msg`Your suspension has ended`,
  webhookPaused: msg`A webhook of yours is paused`,
  unread: msg`New`,

  thisMorning: msg`This morning`,
  thisAfternoon: msg`This afternoon`,
  thisEvening: msg`This evening`,
  yesterday: msg`Yesterday`,
}
