import { demoUser } from '#rules/demo-user.ts'
import { isDemo } from './demo-storage.ts'

/** The header of requests of a browser that acts as the demo user. */
export const demoHeader = (): Record<string, string> => (isDemo() ? { [demoUser.header]: '1' } : {})
