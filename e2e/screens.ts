import type { Page } from '@playwright/test'
import { feedTabSearch } from '#rules/feed-tab.ts'
import { followersPath, followingPath, paths } from '#rules/paths.ts'
import { searchPath } from '#rules/search-tab.ts'
import { moderationScreens } from './moderation-screens.ts'
import { notificationScreens } from './notification-screens.ts'
import { programScreens } from './program-screens.ts'
import { replyScreens } from './reply-screens.ts'
import { reportScreens } from './report-screens.ts'
import { safetyScreens } from './safety-screens.ts'
import {
  answerStream,
  firstPost,
  openPostMenu,
  reloadChanged,
  type Say,
  type Screen,
  send,
} from './screen.ts'
import { signUpScreens } from './sign-up-screens.ts'
import { unlistedPages } from './unlisted-pages.ts'

export type { Screen }

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()
const profileLink = (page: Page) => page.getByRole('link', { name: '@wren_draws' }).waitFor()
const suggestions = (page: Page, say: Say) =>
  page.getByRole('list', { name: say('People to follow') }).waitFor()

/** Their newest posts of the Following feed are shares with comments. */
const FOLLOWED = ['amara_okafor', 'tom_ashworth']

/** Follows or unfollows them as the viewer of the page. */
async function follow(page: Page, mutation: 'followUser' | 'unfollowUser') {
  for (const username of FOLLOWED) {
    const { user } = await send(page, `{ user(username: "${username}") { id } }`)
    await send(page, `mutation { ${mutation}(input: { userId: "${user.id}" }) { user { id } } }`)
  }
}

/** Tells the page of posts that it does not show yet. */
async function announcePosts(page: Page) {
  const newIds = ['post_1', 'post_2', 'post_3']
  const update = { __typename: 'FeedUpdate', newestId: 'post_3', newIds, reset: false }
  await answerStream(page, 'Live', { live: update })
  await page.reload()
  await page.locator('[role=status] > button').waitFor()
}

/** Shows the rules of a server whose operator can be reached. */
async function showRulesWithContact(page: Page) {
  const address = 'hello@vibes.example'
  await reloadChanged(page, (html) => html.replace('"contact":null', `"contact":"${address}"`))
  await page.locator(`a[href="mailto:${address}"]`).waitFor()
}

const visitorScreens: Screen[] = [
  {
    name: 'landing',
    path: paths.home,
    as: 'visitor',
    isWhole: true,
    ready: (page) => page.getByTestId('sample-post').first().waitFor(),
  },
  {
    name: 'sign in',
    path: paths.signIn,
    as: 'visitor',
    ready: (page, say) => page.getByLabel(say('Email')).waitFor(),
  },
  {
    name: 'create an account',
    path: paths.signIn,
    as: 'visitor',
    ready: async (page, say) => {
      await page.locator('a[href="#create-account"]').click()
      await page.getByLabel(say('Display name')).waitFor()
    },
  },
  {
    name: 'explore signed out',
    path: paths.explore,
    as: 'visitor',
    ready: suggestions,
  },
  {
    name: "the demo user's profile",
    path: paths.ownProfile,
    as: 'visitor',
    ready: (page, say) => page.getByRole('button', { name: say('Edit Profile') }).waitFor(),
  },
  {
    name: 'followers signed out',
    path: followersPath('wren_draws'),
    as: 'visitor',
    ready: profileLink,
  },
  {
    name: 'rules with a contact',
    path: paths.rules,
    as: 'visitor',
    isWhole: true,
    ready: showRulesWithContact,
  },
]

const memberScreens: Screen[] = [
  { name: 'feed', path: paths.home, ready: firstPost },
  { name: 'new posts', path: paths.home, ready: announcePosts },
  {
    name: 'following feed',
    path: `${paths.home}${feedTabSearch('following')}`,
    ready: async (page) => {
      await follow(page, 'followUser')
      await page.reload()
      await firstPost(page)
    },
    leave: (page) => follow(page, 'unfollowUser'),
  },
  {
    name: 'empty following feed',
    path: `${paths.home}${feedTabSearch('following')}`,
    ready: suggestions,
  },
  {
    name: 'share menu',
    path: paths.home,
    ready: (page) => openPostMenu(page, 'last'),
  },
  {
    name: 'share dialog',
    path: paths.home,
    ready: async (page, say) => {
      await openPostMenu(page, 'last')
      await page.getByRole('menuitem', { name: say('Share with a comment…') }).click()
      await page.getByRole('dialog').getByRole('textbox').waitFor()
    },
  },
  {
    name: 'people who like a post',
    path: paths.home,
    ready: async (page, say) => {
      await openPostMenu(page, 'first')
      await page.getByRole('menuitem', { name: say('Liked by…') }).click()
      await page.getByRole('dialog').getByRole('list').waitFor()
    },
  },
  {
    name: 'people who shared a post',
    path: searchPath('the coat stays'),
    ready: async (page, say) => {
      await openPostMenu(page, 'first')
      await page.getByRole('menuitem', { name: say('Shared by…') }).click()
      await page.getByRole('dialog').getByRole('list').waitFor()
    },
  },
  {
    name: 'composer dialog',
    path: paths.home,
    ready: async (page, say) => {
      await firstPost(page)
      await page
        .getByRole('button', { name: say('Share Positivity') })
        .filter({ visible: true })
        .click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('Photo') })
        .click()
      await page
        .getByRole('dialog')
        .getByRole('tab', { name: say('Link') })
        .click()
      // A rule, for an account's first posts.
      await page.getByRole('dialog').getByRole('link').waitFor()
    },
  },
  { name: 'explore', path: paths.explore, ready: suggestions },
  {
    name: 'explore with results',
    path: `${paths.explore}?q=tea`,
    ready: firstPost,
  },
  {
    name: 'explore with people',
    path: searchPath('wren', 'people'),
    ready: (page) => page.getByRole('link', { name: /^Wren/ }).first().waitFor(),
  },
  {
    name: 'explore without results',
    path: `${paths.explore}?q=zzzzqqqq`,
    ready: (page) => page.getByText('zzzzqqqq').first().waitFor(),
  },
  {
    name: 'explore failed',
    path: paths.explore,
    ready: async (page, say) => {
      await page.route('**/graphql', (route) => route.fulfill({ status: 500, body: '' }))
      await page.getByRole('main').getByRole('searchbox').fill('tea')
      await page.getByText(say('Search isn’t working right now.')).waitFor()
    },
  },
  {
    name: 'own profile',
    path: paths.ownProfile,
    ready: (page, say) => page.getByText(say('No posts yet.')).waitFor(),
  },
  {
    name: 'edit profile',
    path: paths.ownProfile,
    ready: async (page, say) => {
      await page.getByRole('button', { name: say('Edit Profile') }).click()
      await page.getByRole('dialog').getByLabel(say('Bio')).waitFor()
    },
  },
  {
    name: "another member's profile",
    path: `${paths.ownProfile}/wren_draws`,
    ready: firstPost,
  },
  { name: 'followers', path: followersPath('wren_draws'), ready: profileLink },
  { name: 'following', path: followingPath('wren_draws'), ready: profileLink },
  {
    name: 'settings',
    path: paths.settings,
    isWhole: true,
    ready: (page, say) => page.getByText(say('This device')).waitFor(),
  },
  {
    name: 'changing the email address',
    path: paths.settings,
    ready: async (page, say) => {
      await page.getByText(say('This device')).waitFor()
      await page.getByRole('button', { name: say('Change address') }).click()
      await page.getByLabel(say('New address')).waitFor()
    },
    subject: (page) => page.locator('#email-heading'),
  },
  {
    name: 'deleting the account',
    path: paths.settings,
    ready: async (page, say) => {
      await page.getByText(say('This device')).waitFor()
      await page.getByRole('button', { name: say('Delete account') }).click()
      await page.getByRole('alertdialog').getByLabel(say('Password')).waitFor()
    },
  },
  {
    name: 'an unknown user',
    path: `${paths.ownProfile}/unknown_member`,
    ready: heading,
    status: 404,
  },
  { name: 'not found', path: '/nowhere', ready: heading, status: 404 },
]

const listedScreens: Screen[] = [
  ...visitorScreens,
  ...memberScreens,
  ...replyScreens,
  ...notificationScreens,
  ...signUpScreens,
  ...reportScreens,
  ...safetyScreens,
  ...moderationScreens,
  ...programScreens,
]

/** Every screen of the client, for axe, the screenshots and the pseudo-locales. */
export const screens = [...listedScreens, ...unlistedPages(listedScreens)]
