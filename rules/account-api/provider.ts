import * as z from 'zod/mini'
import { OIDC_CALLBACK, OIDC_CONNECT, OIDC_DISCONNECT, OIDC_START } from '../oidc.ts'
import { type AccountRoute, confirmation } from './route.ts'

const tag = 'Provider'
const needs = 'OIDC_ISSUER'

export const startProviderSignIn = {
  method: 'GET',
  path: OIDC_START,
  summary: 'Redirect a browser to the provider to sign in',
  tag,
  session: false,
  needs,
  query: z.object({ returnTo: z.optional(z.string()), invitation: z.optional(z.string()) }),
  status: 302,
  errors: [],
} as const satisfies AccountRoute

export const finishProviderSignIn = {
  method: 'GET',
  path: OIDC_CALLBACK,
  summary: 'Redirect a browser that comes back from the provider',
  tag,
  session: false,
  needs,
  query: z.object({ code: z.optional(z.string()), state: z.optional(z.string()) }),
  status: 302,
  errors: [],
} as const satisfies AccountRoute

export const connectProvider = {
  method: 'POST',
  path: OIDC_CONNECT,
  summary: 'Start connecting your account with the provider',
  tag,
  session: true,
  needs,
  request: confirmation,
  status: 200,
  response: z.object({ url: z.string() }),
  errors: ['BAD_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED'],
} as const satisfies AccountRoute

export const disconnectProvider = {
  method: 'POST',
  path: OIDC_DISCONNECT,
  summary: 'Disconnect your account from the provider, and end every other session',
  tag,
  session: true,
  needs,
  status: 204,
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
} as const satisfies AccountRoute
