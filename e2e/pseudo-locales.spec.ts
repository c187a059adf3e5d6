import { expect, type Page } from '@playwright/test'
import { settled, test } from './fixed-product.ts'
import { screens } from './screens.ts'
import { textProblems } from './text-problems.ts'
import { viewports } from './viewports.ts'

// Every screen with long text, from right to left and from left to right: nothing may be cut.

test.describe.configure({ mode: 'default' })
test.use({ text: 'pseudo' })

/** The styles follow the direction at once. */
const setDirection = (page: Page, direction: 'ltr' | 'rtl') =>
  page.locator('html').evaluate((html, dir) => html.setAttribute('dir', dir), direction)

for (const screen of screens) {
  test(`${screen.name} has room for long text`, async ({ openScreen }) => {
    const page = await openScreen(screen)
    await expect(page.locator('html')).toHaveCSS('direction', 'rtl')
    await expect(page.getByText('[!!! ').first()).toBeAttached()
    for (const direction of ['rtl', 'ltr'] as const) {
      await setDirection(page, direction)
      for (const [device, viewport] of Object.entries(viewports)) {
        await page.setViewportSize(viewport)
        await settled(page)
        // An open menu follows its button a moment later.
        await expect
          .poll(() => page.evaluate(textProblems), { message: `${device}, ${direction}` })
          .toEqual([])
      }
    }
  })
}
