import * as z from 'zod/mini'
import { passkeyName } from '../passkey-name.ts'
import type { FixedReason } from '../reasons.ts'
import { type AccountRoute, confirmation, signedIn, timestamp } from './route.ts'

const tag = 'Passkeys'

const passkey = z.object({ id: z.string(), name: z.string(), createdAt: timestamp })

export type AccountPasskey = z.output<typeof passkey>

const FAILED: FixedReason = 'PASSKEY_FAILED'
/** The part of a browser's `credential.toJSON()` that is read before its signature is checked. */
const credential = z.looseObject(
  { id: z.string(FAILED), rawId: z.string(FAILED), response: z.looseObject({}, FAILED) },
  FAILED,
)
/** JSON as WebAuthn (level 3) defines it. */
const webAuthnOptions = z.looseObject({ challenge: z.string() })

export const passkeySignInOptions = {
  method: 'GET',
  path: '/api/auth/passkey/generate-authenticate-options',
  summary: 'Get the options of `navigator.credentials.get`',
  tag,
  session: false,
  status: 200,
  response: webAuthnOptions,
  errors: ['RATE_LIMITED'],
} as const satisfies AccountRoute

export const verifyPasskeySignIn = {
  method: 'POST',
  path: '/api/auth/passkey/verify-authentication',
  summary: 'Sign in with a passkey',
  tag,
  session: false,
  request: z.object({ response: credential }),
  status: 200,
  response: signedIn,
  errors: ['BAD_INPUT', 'UNAUTHENTICATED', 'RATE_LIMITED'],
} as const satisfies AccountRoute

export const passkeyRegistrationOptions = {
  method: 'POST',
  path: '/api/auth/passkey/generate-register-options',
  summary: 'Get the options of `navigator.credentials.create`',
  tag,
  session: true,
  request: confirmation,
  status: 200,
  response: webAuthnOptions,
  errors: ['BAD_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'CONFLICT', 'RATE_LIMITED'],
} as const satisfies AccountRoute

export const verifyPasskeyRegistration = {
  method: 'POST',
  path: '/api/auth/passkey/verify-registration',
  summary: 'Add a passkey, and end every other session',
  tag,
  session: true,
  request: z.object({ name: z.optional(passkeyName), response: credential }),
  status: 201,
  response: z.object({ passkey }),
  errors: ['BAD_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'CONFLICT', 'RATE_LIMITED'],
} as const satisfies AccountRoute

export const getPasskeys = {
  method: 'GET',
  path: '/api/auth/passkeys',
  summary: 'List your passkeys',
  tag,
  session: true,
  status: 200,
  response: z.array(passkey),
  errors: ['UNAUTHENTICATED'],
} as const satisfies AccountRoute

export const renamePasskey = {
  method: 'PATCH',
  path: '/api/auth/passkeys/{id}',
  summary: 'Rename a passkey',
  tag,
  session: true,
  request: z.object({ name: passkeyName }),
  status: 200,
  response: z.object({ id: z.string(), name: z.string() }),
  errors: ['BAD_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
} as const satisfies AccountRoute

export const deletePasskey = {
  method: 'DELETE',
  path: '/api/auth/passkeys/{id}',
  summary: 'Remove a passkey, and end every other session',
  tag,
  session: true,
  status: 204,
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
} as const satisfies AccountRoute
