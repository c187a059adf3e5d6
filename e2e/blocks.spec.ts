import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, newMember, post, sharePost, signUp, test } from './journey.ts'

/** Signs up someone else, who shares a post. Returns their username, which is in the post. */
async function someoneElse(context: BrowserContext, origin: string, displayName: string) {
  const { username, ...member } = newMember(displayName)
  await signUp(context, origin, { username, ...member })
  await sharePost(context, origin, `Hello from ${username}`)
  return username
}

const menuButton = (page: Page, username: string) =>
  post(page, username).getByRole('button', { name: 'More options' })

/** Opens the menu of a post and chooses an entry, by keyboard. */
async function choose(page: Page, username: string, name: string) {
  await menuButton(page, username).focus()
  await page.keyboard.press('Enter')
  const entry = page.getByRole('menuitem', { name, exact: true })
  await expect(entry).toBeEnabled()
  await page.keyboard.press('End')
  const entries = await page.getByRole('menuitem').allTextContents()
  for (let index = entries.length - 1; entries[index] !== name && index > 0; index--)
    await page.keyboard.press('ArrowUp')
  await expect(entry).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
}

const isFocused = (locator: Locator) =>
  locator.evaluate((element) => element === document.activeElement)

/** Ends a mute or block in the settings, by keyboard. */
async function endInSettings(page: Page, name: string) {
  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Muted and blocked people' })
  const button = section.getByRole('button', { name })
  await button.press('Enter')
  await expect(button).toBeHidden()
  await expect(section.getByRole('heading').first()).toBeFocused()
  return section
}

test('muting works with the keyboard alone, and so does its end', async ({
  page,
  notified,
  browser,
  origin,
  member,
}) => {
  expect(member.username).toBeTruthy()
  const username = await someoneElse(await browser.newContext(), origin, 'Mia Muted')
  await page.goto('/?feed=everyone')
  await choose(page, username, 'Mute')
  await notified('You won’t see posts by Mia Muted anymore.')
  await expect(post(page, username)).toBeHidden()

  const section = await endInSettings(page, 'Unmute Mia Muted')
  await expect(section).toContainText('You don’t mute anyone.')
  await notified('You see posts by Mia Muted again.')
  await page.goto('/?feed=everyone')
  await expect(post(page, username)).toBeVisible()
})

test('blocking works with the keyboard alone, and so does its end', async ({
  page,
  notified,
  browser,
  origin,
  member,
}) => {
  expect(member.username).toBeTruthy()
  const username = await someoneElse(await browser.newContext(), origin, 'Ben Blocked')
  await page.goto('/?feed=everyone')
  const dialog = page.getByRole('alertdialog', { name: 'Block Ben Blocked?' })
  await choose(page, username, 'Block')
  await expect(dialog.locator(':focus')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menuButton(page, username)).toBeFocused()

  await choose(page, username, 'Block')
  await expect(dialog.locator(':focus')).toBeVisible()
  const confirm = dialog.getByRole('button', { name: 'Block' })
  for (let step = 0; step < 3 && !(await isFocused(confirm)); step++)
    await page.keyboard.press('Tab')
  await expect(confirm).toBeFocused()
  await page.keyboard.press('Enter')
  await notified('Ben Blocked is blocked.')
  await expect(post(page, username)).toBeHidden()
  // The focus goes on to the next post.
  await expect(page.getByRole('feed').locator('article:focus')).toBeVisible()
  expect((await page.goto(`/profile/${username}`))?.status()).toBe(404)

  const section = await endInSettings(page, 'Unblock Ben Blocked')
  await expect(section).toContainText('You don’t block anyone.')
  expect((await page.goto(`/profile/${username}`))?.status()).toBe(200)
})
