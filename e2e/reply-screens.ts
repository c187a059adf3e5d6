import type { Page } from '@playwright/test'
import { paths, postPath, profilePath } from '#rules/paths.ts'
import { profileTabSearch } from '#rules/profile-tab.ts'
import { searchPath } from '#rules/search-tab.ts'
import {
  answer,
  connection,
  firstPost,
  reloadWithoutData,
  type Say,
  type Screen,
} from './screen.ts'
import { CLOSED_THREAD, REPLIER, THREAD } from './thread-data.ts'

/** Opens the first result of a search. Its id is random, so that its path is unknown. */
async function openPost(page: Page, say: Say) {
  await firstPost(page)
  await page.getByRole('article').first().locator('a:has(time)').click()
  await page.getByRole('list', { name: say('Replies') }).waitFor()
}

/** Shows the page to say hello on as it is when every post has an answer. */
async function emptyHello(page: Page, say: Say) {
  await answer(page, 'Hello', { feed: connection('Post', []) })
  await reloadWithoutData(page)
  await page.getByText(say('Everyone has an answer.')).waitFor()
}

const rows = (page: Page, say: Say) =>
  page.getByRole('list', { name: say('Replies') }).getByRole('listitem')

/** Threads, lists of replies, and posts that wait for an answer. */
export const replyScreens: Screen[] = [
  { name: 'a thread', path: searchPath(THREAD), ready: openPost },
  { name: 'a thread signed out', path: searchPath(THREAD), as: 'visitor', ready: openPost },
  {
    name: 'an answer to a reply',
    path: searchPath(THREAD),
    ready: async (page, say) => {
      await openPost(page, say)
      await rows(page, say)
        .getByRole('button')
        .filter({ hasText: say('Reply') })
        .nth(1)
        .click()
      await page.getByTestId('character-counter').waitFor()
      await page.locator(`form a[href^="${paths.rules}"]`).waitFor()
    },
  },
  { name: 'a closed thread', path: searchPath(CLOSED_THREAD), ready: openPost },
  {
    name: 'a reply',
    path: searchPath(THREAD),
    ready: async (page, say) => {
      await openPost(page, say)
      await rows(page, say).nth(1).locator('a:has(time)').click()
      await page.locator('li[aria-current]').waitFor()
    },
  },
  {
    name: 'replies of a member',
    path: profilePath(REPLIER) + profileTabSearch('replies'),
    ready: (page, say) => page.getByRole('list', { name: say('Replies') }).waitFor(),
  },
  {
    name: 'no replies of a member',
    path: paths.ownProfile + profileTabSearch('replies'),
    ready: (page, say) => page.getByText(say('No replies yet.')).waitFor(),
  },
  { name: 'say hello', path: paths.hello, ready: firstPost },
  { name: 'everyone has an answer', path: paths.hello, ready: emptyHello },
  {
    name: 'an unknown post',
    path: postPath({ id: 'post_01h455vb4pex5vsknk084sn02q' }),
    ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
    status: 404,
  },
]
