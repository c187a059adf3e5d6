import { isDemoOffered } from './page-settings.ts'
import { storedText } from './stored-text.ts'

/** Its key is the one that the specification names. */
export const demoStorage = storedText('demoUser')

/** The demo user as JSON, if this browser acts as it. */
export function storedDemoUser(): string | null {
  return isDemoOffered() ? demoStorage.read() : null
}

/** Whether this browser acts as the demo user. */
export const isDemo = () => storedDemoUser() !== null
