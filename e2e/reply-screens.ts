import type { Page } from '@playwright/test'
import { paths, postPath, profilePath } from '#rules/paths.ts'
import { profileTabSearch } from '#rules/profile-tab.ts'
import { searchPath } from '#rules/search-tab.ts'
import { answer, reloadChanged, type Screen } from './screen.ts'
import { CLOSED_THREAD, REPLIER, THREAD } from './thread-data.ts'

const firstPost = (page: Page) => page.getByRole('article').first().waitFor()

/** Opens the first result of a search. Its id is random, so that its path is unknown. */
async function openPost(page: Page, say: (text: string) => string) {
  await firstPost(page)
  await page.getByRole('article').first().locator('a:has(time)').click()
  await page.getByRole('list', { name: say('Replies') }).waitFor()
}

/** Shows the page to say hello on as it is when every post has an answer. */
async function emptyHello(page: Page, say: (text: string) => string) {
  const pageInfo = { __typename: 'PageInfo', endCursor: null, hasNextPage: false }
  await answer(page, 'Hello', { feed: { __typename: 'PostConnection', edges: [], pageInfo } })
  // Without its first data, the page asks.
  await reloadChanged(page, (html) => html.replace('id="preloaded-data"', ''))
  await page.getByText(say('Everyone has an answer.')).waitFor()
}

const rows = (page: Page, say: (text: string) => string) =>
  page.getByRole('list', { name: say('Replies') }).getByRole('listitem')

/** Threads, lists of replies, and posts that wait for an answer. */
export const replyScreens: Screen[] = [
  { name: 'a thread', path: searchPath(THREAD), signedIn: true, ready: openPost },
  { name: 'a thread signed out', path: searchPath(THREAD), signedIn: false, ready: openPost },
  {
    name: 'an answer to a reply',
    path: searchPath(THREAD),
    signedIn: true,
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
  { name: 'a closed thread', path: searchPath(CLOSED_THREAD), signedIn: true, ready: openPost },
  {
    name: 'a reply',
    path: searchPath(THREAD),
    signedIn: true,
    ready: async (page, say) => {
      await openPost(page, say)
      await rows(page, say).nth(1).locator('a:has(time)').click()
      await page.locator('li[aria-current]').waitFor()
    },
  },
  {
    name: 'replies of a member',
    path: profilePath(REPLIER) + profileTabSearch('replies'),
    signedIn: true,
    ready: (page, say) => page.getByRole('list', { name: say('Replies') }).waitFor(),
  },
  {
    name: 'no replies of a member',
    path: paths.ownProfile + profileTabSearch('replies'),
    signedIn: true,
    ready: (page, say) => page.getByText(say('No replies yet.')).waitFor(),
  },
  { name: 'say hello', path: paths.hello, signedIn: true, ready: firstPost },
  { name: 'everyone has an answer', path: paths.hello, signedIn: true, ready: emptyHello },
  {
    name: 'an unknown post',
    path: postPath({ id: 'post_01h455vb4pex5vsknk084sn02q' }),
    signedIn: true,
    ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
    status: 404,
  },
]
