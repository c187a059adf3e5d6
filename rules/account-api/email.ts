import * as z from 'zod/mini'
import { newEmail, password } from '../account-fields.ts'
import { type AccountRoute, identifier, optionalText, token } from './route.ts'

const tag = 'Email'

const email = z.object({ email: z.string(), isVerified: z.boolean(), canVerify: z.boolean() })

export type AccountEmail = z.output<typeof email>

export const getEmail = {
  method: 'GET',
  path: '/api/auth/email',
  summary: 'Get your email address',
  tag,
  session: true,
  status: 200,
  response: email,
  errors: ['UNAUTHENTICATED'],
} as const satisfies AccountRoute

export const changeEmail = {
  method: 'POST',
  path: '/api/auth/change-email',
  summary: 'Change your email address',
  tag,
  session: true,
  whileSuspended: true,
  request: z.object({ email: newEmail, password: optionalText }),
  status: 200,
  otherStatus: 202,
  response: z.union([
    z.object({ status: z.literal('changed') }),
    z.object({ status: z.literal('check your mail') }),
  ]),
  errors: ['BAD_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'CONFLICT', 'RATE_LIMITED'],
} as const satisfies AccountRoute

export const sendVerification = {
  method: 'POST',
  path: '/api/auth/send-verification',
  summary: 'Email a link that verifies your address',
  tag,
  session: true,
  whileSuspended: true,
  needs: 'SMTP_URL',
  status: 204,
  errors: ['UNAUTHENTICATED', 'RATE_LIMITED'],
} as const satisfies AccountRoute

export const verifyEmail = {
  method: 'POST',
  path: '/api/auth/verify-email',
  summary: 'Verify the address of an emailed link',
  tag,
  session: false,
  needs: 'SMTP_URL',
  request: z.object({ token }),
  status: 204,
  errors: ['BAD_INPUT', 'CONFLICT', 'RATE_LIMITED'],
} as const satisfies AccountRoute

export const requestPasswordReset = {
  method: 'POST',
  path: '/api/auth/request-password-reset',
  summary: 'Email a link that resets the password of an account',
  tag,
  session: false,
  needs: 'SMTP_URL',
  request: z.object({ email: identifier }),
  status: 204,
  errors: ['BAD_INPUT', 'RATE_LIMITED'],
} as const satisfies AccountRoute

export const resetPassword = {
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Set a new password with an emailed link, and end every session',
  tag,
  session: false,
  needs: 'SMTP_URL',
  request: z.object({ token, password }),
  status: 204,
  errors: ['BAD_INPUT', 'RATE_LIMITED'],
} as const satisfies AccountRoute
