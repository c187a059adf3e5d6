import { pages } from '#rules/pages.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { tabTo } from './keyboard.ts'
import { screens } from './screens.ts'
import { isShown } from './unlisted-pages.ts'
import { viewports } from './viewports.ts'

test('every page of the client has a screen that axe visits', () => {
  const patterns = pages.map(({ path }) => path)
  expect(patterns.filter((pattern) => !isShown(screens, pattern))).toEqual([])
})

test('axe finds nothing in the API reference, on a phone and a desktop', async ({ page }) => {
  for (const viewport of Object.values(viewports)) {
    await page.setViewportSize(viewport)
    await page.goto('/api/docs')
    await page.getByRole('heading').first().waitFor()
    await expectAccessible(page)
  }
})

for (const width of [360, 768, 1200, 1440]) {
  test(`no page scrolls sideways at ${width} px, even with long words`, async ({
    page,
    context,
    origin,
    member,
  }) => {
    await context.request.post(`${origin}/api/posts`, {
      headers: { Origin: origin },
      data: {
        content: `${'unbreakable'.repeat(8)} ${'🎉'.repeat(60)} ${'مرحبا'.repeat(12)}`,
        imageUrl: null,
        videoUrl: null,
        mediaType: 'text',
      },
    })
    await page.setViewportSize({ width, height: 900 })
    for (const path of [
      '/',
      '/explore?q=unbreakable',
      `/profile/${member.username}`,
      '/settings',
      '/nowhere',
      '/api/docs',
    ]) {
      await page.goto(path)
      await page.getByRole('heading').first().waitFor()
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      )
      expect(overflow, path).toBeLessThanOrEqual(0)
    }
  })
}

test('the feed works with the keyboard alone', async ({ page, member }) => {
  await page.goto('/')
  await page.getByRole('article').first().waitFor()
  await tabTo(page, /Share Positivity/)
  const outline = await page.evaluate(
    () => getComputedStyle(document.activeElement ?? document.body).outlineStyle,
  )
  expect(outline).not.toBe('none')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: /good today/i })).toBeFocused()
  await page.keyboard.type(`Typed by hand ${member.username}`)
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('article').first()).toContainText(`Typed by hand ${member.username}`)
  await expect(page.getByRole('button', { name: 'Share Positivity' }).first()).toBeFocused()

  await tabTo(page, /^Like, 0 likes$/)
  await page.keyboard.press('Space')
  await expect(
    page.getByRole('article').first().getByRole('button', { name: 'Like, 1 like', exact: true }),
  ).toBeFocused()
  await expect(
    page.getByRole('article').first().getByRole('button', { name: /^Like/ }),
  ).toHaveAttribute('aria-pressed', 'true')
})

test('a panel that closes itself leaves the focus in its form', async ({ page, member }) => {
  expect(member.username).toBeTruthy()
  await page.goto('/')
  const form = page.getByRole('main').getByRole('form')
  await form.getByRole('textbox').focus()
  await form.getByRole('button', { name: 'Photo' }).press('Enter')
  await form.getByRole('button', { name: 'Remove photo' }).press('Enter')
  await expect(form.getByRole('button', { name: 'Remove photo' })).toHaveCount(0)
  await expect(form).toBeFocused()
})

test('a share by keyboard leaves the focus in its form', async ({ page, member }) => {
  await page.goto('/')
  const form = page.getByRole('main').getByRole('form')
  await form.getByRole('textbox').fill(`Shared by keyboard ${member.username}`)
  await form.getByRole('button', { name: 'Share', exact: true }).press('Enter')
  await expect(page.getByRole('article').first()).toContainText(member.username)
  await expect(form.getByRole('textbox')).toHaveValue('')
  await expect(form).toBeFocused()
})

test('each page has its own title, and navigation focuses its heading', async ({
  page,
  member,
}) => {
  await page.goto('/')
  await expect(page).toHaveTitle(/Good Vibes/)
  const titles = new Set([await page.title()])
  await page.getByRole('link', { name: 'Explore' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explore')
  await expect.poll(() => page.title()).not.toBe([...titles][0])
  titles.add(await page.title())
  await page.getByRole('link', { name: 'Profile' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(member.displayName)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect.poll(() => page.title()).toContain(member.displayName)
})
