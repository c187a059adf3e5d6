import type { Page } from '@playwright/test'

/** Presses Tab until the focus is on what has a name, or else a text, that matches. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(
      () =>
        document.activeElement?.getAttribute('aria-label') ??
        document.activeElement?.textContent ??
        '',
    )
    if (name.test(focused)) return
  }
  throw new Error(`Tab never reached ${name}`)
}
