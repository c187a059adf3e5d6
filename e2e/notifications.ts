import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    recordNotification(text: string): void
  }
}

/** Resolves when a notification has contained the text, after those of earlier calls. */
export type Notified = (text: string) => Promise<void>

/** Records a page's notifications, because each disappears after five seconds. */
export async function recordNotifications(page: Page): Promise<Notified> {
  const shown: string[] = []
  let checked = 0
  await page.exposeFunction('recordNotification', (text: string) => void shown.push(text))
  await page.addInitScript(observeNotifications)
  return async (text) => {
    await expect.poll(() => shown.slice(checked).join('\n')).toContain(text)
    checked = shown.findIndex((each, index) => index >= checked && each.includes(text))
  }
}

/** Runs in the page. */
function observeNotifications() {
  let last = ''
  new MutationObserver(() => {
    const region = document.querySelector('[role="region"][aria-label="Messages"]')
    const text = region?.textContent ?? ''
    if (text !== last) window.recordNotification(text)
    last = text
  }).observe(document, { childList: true, characterData: true, subtree: true })
}
