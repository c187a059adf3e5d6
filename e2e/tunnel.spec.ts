import type { Page } from '@playwright/test'
import { expect, post, saved, sharePost, test } from './journey.ts'
import { viewports } from './viewports.ts'

const like = (page: Page, text: string) => post(page, text).getByRole('button', { name: /^Like/ })
const openMenu = (page: Page, text: string) =>
  post(page, text).getByRole('button', { name: 'More options' }).click()
const field = (page: Page) => page.getByRole('main').getByRole('textbox', { name: /good today/i })
const share = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Share', exact: true })
const notice = (page: Page) => page.getByText('We can’t reach Good Vibes.')
const reload = (page: Page) => page.getByRole('button', { name: 'Reload' })

/** What is not loaded yet says so, also when it is tried again, and can be left. */
async function tryMenu(page: Page, text: string) {
  await openMenu(page, text)
  const failed = page.getByRole('dialog', { name: /couldn’t load/ })
  const retry = failed.getByRole('button', { name: 'Try again' })
  await retry.click()
  await expect(retry).toHaveAttribute('aria-busy', 'false')
  await failed.getByRole('button', { name: 'Close' }).click()
  await expect(failed).toHaveCount(0)
}

test.use({ viewport: viewports.phone, hasTouch: true })

test('in a tunnel after the first click, a phone keeps its page and draft, and goes on behind it', async ({
  page,
  context,
  origin,
  member,
  notified,
}) => {
  const [before, inside] = [`Before ${member.username}`, `Inside ${member.username}`]
  await sharePost(context, origin, before)
  await page.goto('/')
  await saved(page, like(page, before).click())
  await notified('Spread the love')
  await context.setOffline(true)
  await expect(notice(page)).toBeVisible()
  await tryMenu(page, before)
  await field(page).fill(inside)
  await share(page).click()
  await notified('Failed to create post')
  await page.getByRole('link', { name: 'Explore', exact: true }).click()
  await expect(reload(page)).toBeVisible()

  await context.setOffline(false)
  await expect(notice(page)).toHaveCount(0)
  await reload(page).click()
  await expect(page.getByRole('heading', { name: 'Explore', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(field(page)).toHaveValue(inside)
  await share(page).click()
  await expect(field(page)).toHaveValue('')
  await expect(post(page, inside)).toHaveCount(1)
  await expect(like(page, before)).toHaveAttribute('aria-pressed', 'true')
  await openMenu(page, before)
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
})
