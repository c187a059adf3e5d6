import * as z from 'zod/mini'
import { type AccountRoute, code, filled, timestamp } from './route.ts'

const tag = 'Two-step sign-in'

const status = z.object({
  isOn: z.boolean(),
  since: z.nullable(timestamp),
  recoveryCodesLeft: z.int(),
})
const appKey = z.object({ key: z.string(), uri: z.string() })
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export type TwoFactorStatus = z.output<typeof status>
export type AppKey = z.output<typeof appKey>

const password = z.object({ password: filled('PASSWORD_EMPTY') })

export const getTwoFactor = {
  method: 'GET',
  path: '/api/auth/two-factor',
  summary: 'Get whether two-step sign-in is on',
  tag,
  session: true,
  status: 200,
  response: status,
  errors: ['UNAUTHENTICATED'],
} as const satisfies AccountRoute

export const startTwoFactor = {
  method: 'POST',
  path: '/api/auth/two-factor/start',
  summary: 'Get a key for an authenticator app',
  tag,
  session: true,
  request: password,
  status: 200,
  response: appKey,
  errors: ['BAD_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'CONFLICT', 'RATE_LIMITED'],
} as const satisfies AccountRoute

export const confirmTwoFactor = {
  method: 'POST',
  path: '/api/auth/two-factor/confirm',
  summary: 'Turn two-step sign-in on, and end every other session',
  tag,
  session: true,
  request: z.object({ code }),
  status: 200,
  response: recoveryCodes,
  errors: ['BAD_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'CONFLICT', 'RATE_LIMITED'],
} as const satisfies AccountRoute

export const renewRecoveryCodes = {
  method: 'POST',
  path: '/api/auth/two-factor/recovery-codes',
  summary: 'Replace your recovery codes',
  tag,
  session: true,
  request: password,
  status: 200,
  response: recoveryCodes,
  errors: ['BAD_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'CONFLICT', 'RATE_LIMITED'],
} as const satisfies AccountRoute

export const turnOffTwoFactor = {
  method: 'POST',
  path: '/api/auth/two-factor/turn-off',
  summary: 'Turn two-step sign-in off',
  tag,
  session: true,
  request: password,
  status: 204,
  errors: ['BAD_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED'],
} as const satisfies AccountRoute
