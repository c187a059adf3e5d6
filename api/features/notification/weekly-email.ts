import type { CoreServices } from '#api/context.ts'
import { paths, unsubscribePath } from '#rules/paths.ts'
import { renderMail } from '../auth/mail/mail-templates.ts'
import type { Mail, Mailer } from '../auth/mail/mailer.ts'
import { unsubscribeToken } from './unsubscribe.token.ts'
import { takeDueEmails, type WeeklyEmail } from './weekly-email.write.ts'

type Needs = Pick<CoreServices, 'database' | 'settings'>

interface Options {
  /** In milliseconds since 1970. */
  now?: number
  signal: AbortSignal
}

/**
 * Emails a week's numbers to everyone who asked for it, a week after the last one. Sends none
 * where nothing happened. Takes a few at a time, so that a shutdown loses no more. Stops when none
 * of them could be sent: the mail server may be down.
 */
export async function sendWeeklyEmails(
  { database, settings }: Needs,
  mail: Pick<Mailer, 'deliver'>,
  { now = Date.now(), signal }: Options,
): Promise<void> {
  while (!signal.aborted) {
    const taken = await takeDueEmails(database, now)
    if (taken.length === 0) return
    const emails = taken.filter((email) => email.isReachable && sentences(email).length > 0)
    const sending = emails.map((email) => mail.deliver(async () => render(email, settings)))
    // At a shutdown, closing the mailer waits for these.
    const sent = await unlessAborted(Promise.all(sending), signal)
    if (sent && sent.length > 0 && !sent.includes(true)) return
  }
}

/** Resolves with null once the signal is aborted. */
async function unlessAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
): Promise<Result | null> {
  const { promise: aborted, resolve } = Promise.withResolvers<null>()
  const onAbort = () => resolve(null)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

const plural = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? one : many}`]

function sentences({ likes, shares, follows, replies, thanks }: WeeklyEmail): string[] {
  return [
    ...plural(likes, 'like', 'likes'),
    ...plural(shares, 'share', 'shares'),
    ...plural(follows, 'new follower', 'new followers'),
    ...plural(replies, 'reply', 'replies'),
    ...plural(thanks, 'thank-you note', 'thank-you notes'),
  ]
}

function render(email: WeeklyEmail, { publicUrl, authSecret }: Needs['settings']): Mail {
  const unsubscribeUrl = publicUrl + unsubscribePath(unsubscribeToken(email.userId, authSecret))
  const template = {
    subject: 'Your week on Good Vibes',
    before: ['This is what your week brought:', `${sentences(email).join(', ')}.`],
    button: 'See your notifications',
    after: [`You asked for this email once a week. To stop it: ${unsubscribeUrl}`],
  }
  return {
    ...renderMail(template, email, paths.notifications, publicUrl),
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
