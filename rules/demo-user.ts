/** The shared account that a caller without a session may act as, by saying so. These four never change. */
export const demoUser = {
  id: 'demo-user',
  username: 'demouser',
  displayName: 'Demo User',
  header: 'X-Demo-User',
} as const

/** Whether an address names the demo user, by its id or, as for any other account, by its username in any case. */
export function namesDemoUser(idOrUsername: string): boolean {
  return idOrUsername === demoUser.id || idOrUsername.trim().toLowerCase() === demoUser.username
}
