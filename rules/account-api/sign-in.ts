import * as z from 'zod/mini'
import { displayName, newEmail, password, username } from '../account-fields.ts'
import { limits } from '../limits.ts'
import {
  type AccountRoute,
  code,
  filled,
  identifier,
  optionalText,
  signedIn,
  token,
} from './route.ts'

const tag = 'Signing in'

const mailed = z.object({ status: z.literal('check your mail') })
/** The sign-up is stored, and a moderator decides about it. */
const waiting = z.object({ status: z.literal('awaiting approval') })

/** The path to open after sign-up. */
const returnTo = z.catch(z.optional(z.string().check(z.maxLength(limits.textBytes))), undefined)

export const signUp = {
  method: 'POST',
  path: '/api/auth/sign-up/email',
  summary: 'Create an account and sign in, email a link that does, or apply for an account',
  tag,
  session: false,
  request: z.object({
    name: displayName,
    username,
    email: newEmail,
    password,
    returnTo,
    /** The code of an invitation. */
    invitation: optionalText,
  }),
  status: 200,
  otherStatus: 202,
  response: z.union([signedIn, mailed, waiting]),
  errors: ['BAD_INPUT', 'FORBIDDEN', 'CONFLICT', 'RATE_LIMITED'],
} as const satisfies AccountRoute

export const confirmSignUp = {
  method: 'POST',
  path: '/api/auth/sign-up/confirm',
  summary: 'Create the account of an emailed link and sign in, or apply for it',
  tag,
  session: false,
  needs: 'SMTP_URL',
  request: z.object({ token, password: filled('PASSWORD_EMPTY') }),
  status: 200,
  otherStatus: 202,
  response: z.union([signedIn, waiting]),
  errors: ['BAD_INPUT', 'FORBIDDEN', 'CONFLICT', 'RATE_LIMITED'],
} as const satisfies AccountRoute

const invitation = z.object({
  /** Null for the operator of the site. */
  inviter: z.nullable(
    z.object({
      id: z.string(),
      displayName: z.string(),
      username: z.string(),
      avatar: z.nullable(z.string()),
    }),
  ),
})

export type Inviter = NonNullable<z.output<typeof invitation>['inviter']>

export const getInvitation = {
  method: 'GET',
  path: '/api/auth/invitations/{code}',
  summary: 'Get who invites with a code that can be used',
  tag,
  session: false,
  status: 200,
  response: invitation,
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
} as const satisfies AccountRoute

const credentials = { password: filled('PASSWORD_EMPTY'), code }

export const signIn = {
  method: 'POST',
  path: '/api/auth/sign-in/email',
  summary: 'Sign in with an email or a username',
  tag,
  session: false,
  request: z.object({ email: identifier, ...credentials }),
  status: 200,
  response: signedIn,
  errors: ['BAD_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED'],
} as const satisfies AccountRoute

export const signInWithUsername = {
  ...signIn,
  path: '/api/auth/sign-in/username',
  summary: 'Sign in with a username or an email',
  request: z.object({ username: identifier, ...credentials }),
} as const satisfies AccountRoute
