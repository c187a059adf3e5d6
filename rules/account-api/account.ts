import * as z from 'zod/mini'
import { password, username } from '../account-fields.ts'
import { type AccountRoute, confirmation, filled, timestamp } from './route.ts'

const tag = 'Account'

const accountDetails = z.object({
  hasPassword: z.boolean(),
  needsUsername: z.boolean(),
  provider: z.nullable(z.object({ name: z.string(), isConnected: z.boolean() })),
})
const accountSession = z.object({
  id: z.string(),
  device: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp,
  isCurrent: z.boolean(),
})

export type AccountDetails = z.output<typeof accountDetails>
export type AccountProvider = NonNullable<AccountDetails['provider']>
export type AccountSession = z.output<typeof accountSession>

export const getAccount = {
  method: 'GET',
  path: '/api/auth/account',
  summary: 'Get the ways to sign in to your account',
  tag,
  session: true,
  status: 200,
  response: accountDetails,
  errors: ['UNAUTHENTICATED'],
} as const satisfies AccountRoute

export const chooseUsername = {
  method: 'POST',
  path: '/api/auth/username',
  summary: 'Choose the username of an account that a provider created',
  tag,
  session: true,
  request: z.object({ username }),
  status: 200,
  response: z.object({ username: z.string() }),
  errors: ['BAD_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'CONFLICT', 'RATE_LIMITED'],
} as const satisfies AccountRoute

export const changePassword = {
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Change your password and end every other session',
  tag,
  session: true,
  whileSuspended: true,
  request: z.object({ currentPassword: filled('PASSWORD_EMPTY'), newPassword: password }),
  status: 204,
  errors: ['BAD_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED'],
} as const satisfies AccountRoute

export const getSessions = {
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'List your sessions',
  tag,
  session: true,
  status: 200,
  response: z.array(accountSession),
  errors: ['UNAUTHENTICATED'],
} as const satisfies AccountRoute

export const deleteSession = {
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  summary: 'End one of your sessions',
  tag,
  session: true,
  whileSuspended: true,
  status: 204,
  errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'RATE_LIMITED'],
} as const satisfies AccountRoute

export const deleteOtherSessions = {
  method: 'DELETE',
  path: '/api/auth/sessions',
  summary: 'End every other session',
  tag,
  session: true,
  whileSuspended: true,
  status: 204,
  errors: ['UNAUTHENTICATED', 'RATE_LIMITED'],
} as const satisfies AccountRoute

export const exportAccount = {
  method: 'GET',
  path: '/api/auth/export',
  file: 'application/zip',
  summary: 'Download your data as a ZIP file',
  tag,
  session: true,
  status: 200,
  errors: ['UNAUTHENTICATED', 'RATE_LIMITED'],
} as const satisfies AccountRoute

export const deleteAccount = {
  method: 'POST',
  path: '/api/auth/delete-account',
  summary: 'Delete your account',
  tag,
  session: true,
  whileSuspended: true,
  request: confirmation,
  status: 204,
  errors: ['BAD_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED'],
} as const satisfies AccountRoute
