/**
 * Who may create an account: anyone, people with an invitation, or those whom a moderator approves.
 */
export const signUpModes = ['open', 'invite', 'approval'] as const
export type SignUpMode = (typeof signUpModes)[number]

/** Value of the sign-in page's `step` parameter after a sign-up that waits for approval. */
export const WAITING_STEP = 'waiting'
