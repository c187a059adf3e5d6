/** The shared demo account, for callers without a session that opt in with the header. */
export const demoUser = {
  id: 'demo-user',
  username: 'demouser',
  displayName: 'Demo User',
  header: 'X-Demo-User',
} as const

/** Whether this is the demo user's id or, in any case, its username. */
export function isDemoUser(idOrUsername: string): boolean {
  return idOrUsername === demoUser.id || idOrUsername.trim().toLowerCase() === demoUser.username
}
