import { type PageSettings, settingsElement } from '#rules/page-settings.ts'

const SELECTOR = 'meta[name=settings]'

/** Writes settings of the server into the page, until the test ends. */
export function setPageSettings(settings: Partial<PageSettings>) {
  removePageSettings()
  document.head.insertAdjacentHTML(
    'beforeend',
    settingsElement({ demoUser: false, mail: false, signUps: 'open', contact: '', ...settings }),
  )
}

export const removePageSettings = () => document.querySelector(SELECTOR)?.remove()
