import { expect, test } from './journey.ts'

test.use({ viewport: { width: 375, height: 500 }, hasTouch: true })

test('in a small window, a tall dialog scrolls to its top and toasts leave the bottom bar free', async ({
  page,
  member,
  notified,
}) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34 } })
  await page.goto(`/profile/${member.username}`)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await dialog.getByLabel('Bio').fill('Likes a slow breakfast')
  const close = dialog.getByRole('button', { name: 'Close' })
  await close.scrollIntoViewIfNeeded()
  await expect(close).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('button', { name: /save/i }).click()
  await expect(dialog).toBeHidden()
  await notified('Profile updated')

  const toasts = page.getByRole('region', { name: 'Messages' })
  // It stays under the pointer.
  await toasts.getByText('Profile updated').hover()
  const bottom = () =>
    toasts.evaluate((region) => Number.parseFloat(getComputedStyle(region).bottom))
  const bar = await page.getByRole('navigation', { name: 'Main' }).last().boundingBox()
  expect(bar?.height).toBeGreaterThan(34 + 44)
  expect(await bottom()).toBeGreaterThan(bar?.height ?? 0)

  await page.evaluate(() => {
    document.addEventListener('pointerup', () => document.body.setAttribute('data-swiped', ''))
  })
  const toast = await toasts.getByText('Profile updated').boundingBox()
  const [x, y] = [toast?.x ?? 0, toast?.y ?? 0]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by?: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: by === undefined ? [] : [{ x: x + by, y: y + 4 }],
    })
  await touch('touchStart', 4)
  for (const by of [20, 40, 60, 80]) await touch('touchMove', by)
  await touch('touchEnd')
  // The browser has not taken the swipe for itself.
  await expect(page.locator('body[data-swiped]')).toBeAttached()
  await expect(toasts.getByText('Profile updated')).toBeHidden()

  // A phone that is turned has no bar.
  await page.setViewportSize({ width: 900, height: 375 })
  await expect.poll(bottom).toBe(34)
})
