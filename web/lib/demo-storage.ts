/** The key in local storage, part of the product's contract. */
export const STORAGE_KEY = 'demoUser'

/** Whether this server has a demo user; the page says so. */
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
