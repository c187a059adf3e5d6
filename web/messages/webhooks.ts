import { msg, plural } from '@lingui/core/macro'

export const webhookMessages = {
  title: msg`Webhooks`,
  about: msg`A webhook sends what happens here to your own server, as it happens.`,
  list: msg`Your webhooks`,
  none: msg`You don’t have a webhook yet.`,
  failed: msg`We couldn’t load your webhooks.`,
  add: msg`Add a webhook`,
  full: (max: number) =>
    msg`You have ${plural(max, { one: '# webhook', other: '# webhooks' })}. Delete one to add another.`,
  since: (date: string) => msg`Since ${date}`,
  paused: (date: string) =>
    msg`Paused since ${date}: your sign-in changed, or your server didn’t accept our messages. Send one again to resume.`,

  newTitle: msg`A new webhook`,
  url: msg`Address`,
  urlHint: msg`An https address on your server.`,
  subscription: msg`Subscription`,
  subscriptionHint: msg`A GraphQL subscription. We send you its results.`,
  create: msg`Create webhook`,
  tryIt: msg`Try it`,
  tryAbout: msg`We’d send this for the newest change:`,
  tryNothing: msg`There is no such change yet, so there’s nothing to show.`,

  secretTitle: msg`Your secret`,
  secretAbout: msg`Use it to check that messages come from us. We won’t show it again.`,
  copySecret: msg`Copy secret`,
  copied: msg`Secret copied`,
  copyFailed: msg`Your browser couldn’t copy the secret. Please copy it by hand.`,
  saved: msg`I’ve saved it`,

  delete: msg`Delete`,
  deleteNamed: (url: string) => msg`Delete webhook ${url}`,
  deleteTitle: msg`Delete this webhook?`,
  deleteAbout: msg`Nothing more is sent to it, and its messages disappear. This can’t be undone.`,
  keep: msg`Keep it`,
  deleted: msg`Webhook deleted`,

  showMessages: msg`Messages`,
  showMessagesNamed: (url: string) => msg`Messages to ${url}`,
  messages: (url: string) => msg`Messages of the last week to ${url}`,
  noMessages: msg`We sent nothing in the last week.`,
  messagesFailed: msg`We couldn’t load the messages.`,
  gone: msg`That webhook no longer exists.`,
  delivered: (status: number) => msg`Delivered (${status})`,
  pending: msg`Waiting`,
  retrying: (attempts: number, time: string) =>
    msg`Failed ${plural(attempts, { one: 'once', other: '# times' })}, next attempt on ${time}`,
  gaveUp: msg`Not delivered`,
  answered: (status: number) => msg`Your server answered ${status}.`,
  sendAgain: msg`Send again`,
  sendAgainNamed: (time: string) => msg`Send the message of ${time} again`,
  sent: msg`We’re sending it again`,
  loadMore: msg`Load more messages`,
  loadFailed: msg`We couldn’t load more messages. Please try again.`,
  end: msg`That’s all of them`,
}
