import { normalizeUsername } from './username.ts'

/** The shared demo account, for callers without a session that opt in with the header. */
export const demoUser = {
  id: 'demo-user',
  username: 'demouser',
  displayName: 'Demo User',
  header: 'X-Demo-User',
} as const

/** Whether this is the demo user's id or its username, as people write it. */
export function isDemoUser(idOrUsername: string): boolean {
  return idOrUsername === demoUser.id || normalizeUsername(idOrUsername) === demoUser.username
}
