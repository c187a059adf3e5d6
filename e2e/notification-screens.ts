import type { Page } from '@playwright/test'
import { paths } from '#rules/paths.ts'
import {
  answer,
  answerStream,
  connection,
  openPostMenu,
  type Say,
  type Screen,
  send,
} from './screen.ts'

const person = (id: string, displayName: string) => ({
  __typename: 'User',
  id: `user_${id}`,
  displayName,
  username: id,
  avatar: null,
})
const amara = person('amara', 'Amara Okafor')
const tom = person('tom', 'Tom Ashworth')
const layla = person('layla', 'Layla Haddad')
const longName = person('linus', 'Linus “with a rather long name” Abernathy-Featherstone')
const post = {
  __typename: 'Post',
  id: 'post_1',
  content:
    'Update: the coat stays. The rabbit has decided, and so we have one chair less and one rabbit more than we had planned for this winter, which turns out to be the right number of both.',
}

/** One notification of each kind, some of them unread. */
function examplesAt(now: number) {
  const of = (type: string, index: number, hoursAgo: number, fields: object) => ({
    __typename: `${type}Notification`,
    id: `notification_${index}`,
    createdAt: new Date(now - hoursAgo * 3_600_000).toISOString(),
    isRead: hoursAgo > 3,
    ...fields,
  })
  const thanks = {
    __typename: 'Thanks',
    id: 'thanks_1',
    text: 'I read this on a bad day.\nIt was a better one afterwards.',
    post,
    sender: longName,
  }
  const reply = { __typename: 'Post', id: 'post_2', content: 'Justice for the rabbit!' }
  const decision = {
    __typename: 'ModerationEvent',
    id: 'event_1',
    action: 'WARN',
    subjectType: 'POST',
    until: null,
  }
  return [
    of('Reply', 1, 1, { reply: { ...reply, author: tom } }),
    of('Like', 2, 2, { actors: [amara, tom, layla], actorsCount: 5, post }),
    of('Thanks', 3, 2, { thanks }),
    of('Share', 4, 5, { actors: [amara], actorsCount: 1, post }),
    of('Follow', 5, 24, { actors: [layla, tom], actorsCount: 2 }),
    of('ReportOutcome', 6, 50, {
      report: { __typename: 'Report', id: 'report_1', outcome: 'HIDE' },
    }),
    of('Moderation', 7, 51, { kind: 'DECISION', decision }),
  ]
}

/** Shows notifications that other people would have to cause. */
async function showExamples(page: Page) {
  const { viewer } = await send(page, '{ viewer { id } }')
  const nodes = examplesAt(await page.evaluate(() => Date.now()))
  const user = { __typename: 'User', id: viewer.id }
  await answer(page, 'Notifications', {
    viewer: { ...user, notifications: connection('Notification', nodes) },
  })
  // The bell keeps its dot.
  await answer(page, 'MarkNotificationsRead', {
    markNotificationsRead: {
      __typename: 'MarkNotificationsReadPayload',
      user: { ...user, unreadNotificationsCount: 3 },
      userErrors: [],
    },
  })
  await answerStream(page, 'Live', {
    live: {
      ...user,
      unreadNotificationsCount: 3,
      notificationSettings: {
        __typename: 'NotificationSettings',
        delivery: 'THREE_TIMES_A_DAY',
        timeZone: 'UTC',
      },
    },
  })
  // The HTML has first data, which only a navigation on the client asks for again.
  for (const path of [paths.explore, paths.notifications])
    await page.locator(`nav a[href="${path}"]`).filter({ visible: true }).click()
  await page.getByRole('listitem').filter({ hasText: 'rabbit!' }).waitFor()
  await page.locator('nav a > span[aria-hidden]:empty').filter({ visible: true }).waitFor()
}

/** Opens the dialog to thank the author of the newest post. */
async function openThanks(page: Page, say: Say) {
  await openPostMenu(page, 'first')
  await page.getByRole('menuitem', { name: say('Say thanks') }).click()
  await page.getByRole('dialog').getByRole('textbox').waitFor()
}

/** Notifications and thanks. */
export const notificationScreens: Screen[] = [
  {
    name: 'no notifications yet',
    path: paths.notifications,
    ready: (page, say) => page.getByText(say('No notifications yet.')).waitFor(),
  },
  {
    name: 'notifications',
    path: paths.notifications,
    isWhole: true,
    ready: showExamples,
  },
  { name: 'saying thanks', path: paths.home, ready: openThanks },
]
