import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Runs axe on the page's current state, in light and dark mode. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveCSS('color-scheme', new RegExp(colorScheme))
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
    )
    const { violations } = await new AxeBuilder({ page })
      .withTags(RULES)
      .options({ resultTypes: ['violations'] })
      .setLegacyMode()
      .analyze()
    expect(
      violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]),
      colorScheme,
    ).toEqual([])
  }
}
