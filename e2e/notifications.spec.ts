import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, graphql, newMember, post, saved, sharePost, signUp, test } from './journey.ts'
import { recordNotifications } from './notifications.ts'

const bell = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const rows = (page: Page) => page.getByRole('main').getByRole('listitem')

test('a reply and thanks arrive at once, and are read when they are shown', async ({
  page,
  context,
  browser,
  origin,
  member,
  cspReports,
}) => {
  const id = await sharePost(context, origin, `Ask me anything ${member.username}`)
  const others = await browser.newContext({ baseURL: origin })
  await signUp(others, origin, newMember('Gail Guest'))
  const guest = await others.newPage()
  const guestNotified = await recordNotifications(guest)
  await page.goto('/')
  await expect(bell(page, 'Notifications')).toBeVisible()

  // By keyboard alone: the menu opens at its first entry, which is to follow the author.
  await guest.goto('/')
  const menu = post(guest, member.username).getByRole('button', { name: 'More options' })
  await menu.focus()
  await guest.keyboard.press('Enter')
  await expect(guest.getByRole('menuitem', { name: 'Follow Robin Journey' })).toBeEnabled()
  await expect(guest.locator('[data-highlighted]')).toHaveCount(1)
  await expect(guest.getByRole('menu')).toBeFocused()
  await guest.keyboard.press('ArrowDown')
  const entry = guest.getByRole('menuitem', { name: 'Say thanks' })
  await expect(entry).toHaveAttribute('data-highlighted')
  await guest.keyboard.press('Enter')
  const dialog = guest.getByRole('dialog', { name: 'Say thanks' })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await guest.keyboard.type('You made my day.')
  await guest.keyboard.press('Tab')
  await guest.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Send thanks' })).toBeFocused()
  await saved(guest, guest.keyboard.press('Enter'))
  await guestNotified('Your thanks are sent')
  await expect(menu).toBeFocused()
  await sharePost(others, origin, 'What is your favourite tree?', id)

  await page.reload()
  await bell(page, 'Notifications unread').focus()
  await saved(page, page.keyboard.press('Enter'))
  await expect(page).toHaveURL('/notifications')
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeFocused()
  await expect(rows(page)).toHaveText([
    /Gail Guest replied to you.*favourite tree.*New/s,
    /Gail Guest thanked you.*You made my day\..*New/s,
  ])
  await expect(bell(page, 'Notifications')).toBeVisible()
  await expectAccessible(page)
  await rows(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/post\/post_/)
  await expect(page.getByText('What is your favourite tree?').first()).toBeVisible()

  await page.goto('/notifications')
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).filter({ hasText: 'New' })).toHaveCount(0)
  await expect(bell(page, 'Notifications')).toBeVisible()
  expect(cspReports).toEqual([])
  await others.close()
})

test('thanks that hurt are reported from the list', async ({
  page,
  context,
  browser,
  origin,
  member,
}) => {
  const id = await sharePost(context, origin, `Be kind ${member.username}`)
  const others = await browser.newContext({ baseURL: origin })
  await signUp(others, origin, newMember('Rude Guest'))
  await graphql(
    others,
    origin,
    'mutation ($input: SendThanksInput!) { sendThanks(input: $input) { thanks { id } } }',
    { input: { postId: id, text: 'Thanks for nothing.' } },
  )
  await page.goto('/notifications')
  await rows(page).getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: 'Report…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report thanks from Rude Guest' })
  await dialog.getByRole('radio', { name: /^It’s hostile/ }).check()
  await saved(page, dialog.getByRole('button', { name: 'Send report' }).click())
  await expect(dialog.getByRole('heading', { name: 'Thank you for telling us' })).toBeVisible()
  await page.goto('/settings/reports')
  await expect(page.getByText('Thanks from Rude Guest')).toBeVisible()
  await others.close()
})

test('the first data is in the HTML; visitors sign in first', async ({
  page,
  browser,
  origin,
  member,
}) => {
  expect(member.username).toBeTruthy()
  const response = await page.goto('/notifications')
  expect(await response?.text()).toContain('"name":"Notifications"')
  await expect(page.getByText('No notifications yet.')).toBeVisible()
  const visitors = await browser.newContext({ baseURL: origin })
  const visitor = await visitors.newPage()
  await visitor.goto('/notifications')
  await expect(visitor).toHaveURL(/\/api\/login\?.*notifications/)
  await visitors.close()
})

test('settings are kept, and thanks can be switched off', async ({
  page,
  notified,
  context,
  browser,
  origin,
  member,
}) => {
  const id = await sharePost(context, origin, `No thanks ${member.username}`)
  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Your notifications' })
  await section.getByRole('radio', { name: /^Once a day/ }).check()
  await section.getByLabel('Hour', { exact: true }).selectOption('7')
  await section.getByRole('checkbox', { name: /^Thanks/ }).uncheck()
  await saved(page, section.getByRole('button', { name: 'Save' }).click())
  await notified('Notifications saved')
  await page.reload()
  await expect(section.getByRole('radio', { name: /^Once a day/ })).toBeChecked()
  await expect(section.getByLabel('Hour', { exact: true })).toHaveValue('7')
  await expect(section.getByRole('checkbox', { name: /^Thanks/ })).not.toBeChecked()

  const others = await browser.newContext({ baseURL: origin })
  await signUp(others, origin, newMember('Gail Guest'))
  const guest = await others.newPage()
  const guestNotified = await recordNotifications(guest)
  await guest.goto(`/post/${id}`)
  await guest.getByRole('article').first().getByRole('button', { name: 'More options' }).click()
  await guest.getByRole('menuitem', { name: 'Say thanks' }).click()
  const dialog = guest.getByRole('dialog', { name: 'Say thanks' })
  await dialog.getByLabel('Your thanks').fill('All the same')
  await dialog.getByRole('button', { name: 'Send thanks' }).click()
  await guestNotified('The author doesn’t take thanks at the moment.')
  await others.close()
})
