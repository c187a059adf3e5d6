/** The shared account that a caller without a session may act as, by saying so. These four never change. */
export const demoUser = { id: 'demo-user', username: 'demouser', displayName: 'Demo User', header: 'X-Demo-User' } as const
