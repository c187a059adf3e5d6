import type { Page } from '@playwright/test'
import { expect, notifications, post, test } from './journey.ts'

const composer = (page: Page) =>
  page.getByRole('main').getByRole('textbox', { name: /good today/i })
const shareButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Share', exact: true })

test('two tabs hold one draft, and a lost answer posts it once', async ({
  context,
  page,
  member,
}) => {
  expect(member.username).not.toBe('')
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto('/')
  const text = `Only once ${crypto.randomUUID()}`
  await composer(page).fill(text)
  await expect(composer(other)).toHaveValue(text)

  // The server stores the post, and its answer is lost.
  await page.route('**/graphql', async (route) => {
    const isPost = route.request().postData()?.includes('mutation CreatePost')
    if (!isPost) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await shareButton(page).click()
  await expect(notifications(page)).toContainText('Failed to create post')
  await page.unroute('**/graphql')
  await page.reload()
  await expect(composer(page)).toHaveValue(text)
  await shareButton(page).click()
  await expect(composer(page)).toHaveValue('')
  await expect(composer(other)).toHaveValue('')
  await page.reload()
  await expect(post(page, text)).toHaveCount(1)
})
