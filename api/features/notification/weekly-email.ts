import type { CoreServices } from '#api/context.ts'
import { paths, unsubscribePath } from '#rules/paths.ts'
import { renderMail } from '../auth/mail/mail-templates.ts'
import type { Mail, Mailer } from '../auth/mail/mailer.ts'
import { unsubscribeToken } from './unsubscribe.token.ts'
import { takeDueEmails, type WeeklyEmail } from './weekly-email.write.ts'

type Needs = Pick<CoreServices, 'database' | 'settings'>

/**
 * Emails a week's numbers to everyone who asked for it, a week after the last one. Sends none
 * where nothing happened.
 * @param now in milliseconds since 1970
 */
export async function sendWeeklyEmails(
  { database, settings }: Needs,
  mail: Pick<Mailer, 'send'>,
  now = Date.now(),
): Promise<void> {
  for (const email of await takeDueEmails(database, now))
    if (sentences(email).length > 0) mail.send(async () => render(email, settings))
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
    ...renderMail(template, email, publicUrl + paths.notifications, publicUrl),
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
