/** The local storage key that the specification names. */
export const STORAGE_KEY = 'demoUser'

/** Whether the server offers a demo user, as a meta element of the page says. */
export function isDemoOffered(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="demo-user"]')?.content === 'on'
}

/** Whether this browser acts as the demo user. */
export function isDemo(): boolean {
  try {
    return isDemoOffered() && localStorage.getItem(STORAGE_KEY) !== null
  } catch {
    return false
  }
}
