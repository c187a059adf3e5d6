/** The local storage key that the specification names. */
export const STORAGE_KEY = 'demoUser'

/** Whether the server offers a demo user, as a meta element of the page says. */
export function isDemoOffered(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="demo-user"]')?.content === 'on'
}

/** The demo user as JSON, if this browser acts as it. */
export function storedDemoUser(): string | null {
  try {
    return isDemoOffered() ? localStorage.getItem(STORAGE_KEY) : null
  } catch {
    return null
  }
}

/** Whether this browser acts as the demo user. */
export const isDemo = () => storedDemoUser() !== null
