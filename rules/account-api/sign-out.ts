import type { AccountRoute } from './route.ts'

// Without zod, because the feed's script contains it: nothing may keep people from signing out.

export const signOut = {
  method: 'POST',
  path: '/api/logout',
  summary: 'Sign out, which ends the session on the server',
  tag: 'Signing in',
  session: false,
  status: 204,
  errors: [],
} as const satisfies AccountRoute

/** The same below /api/auth. */
export const signOutAlias = {
  ...signOut,
  path: '/api/auth/sign-out',
} as const satisfies AccountRoute
