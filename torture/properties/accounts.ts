import { readFileSync } from 'node:fs'
import fc, { type Arbitrary } from 'fast-check'
import type { AnyRequest } from './request.ts'
import { invalidProblem, optionalFields } from './rest-requests.ts'
import { anyJson, type ExistingValues, valueFor } from './values.ts'

const PAGE = readFileSync(new URL('../../docs/accounts.md', import.meta.url), 'utf8')
const FIELDS = [
  'name',
  'username',
  'email',
  'password',
  'currentPassword',
  'newPassword',
  'code',
  'token',
  'returnTo',
  'response',
]
/** Signing out would end the test session. */
const EXCLUDED = /sign-out/

/** Every call that docs/accounts.md lists. */
export const accountCalls = [...PAGE.matchAll(/`(GET|POST|PATCH|DELETE) (\/api\/auth\/[^`]+)`/g)]
  .map(([, method = '', path = '']) => ({ method, path }))
  .filter(({ path }) => !EXCLUDED.test(path))

/** An account call with an arbitrary body. */
export function anyAccountCall(existing: ExistingValues): Arbitrary<AnyRequest> {
  const credential = fc.record({ id: anyJson, rawId: anyJson, type: anyJson, response: anyJson })
  const field = (name: string) =>
    name === 'response' ? fc.oneof(credential, anyJson) : valueFor(name, existing)
  const body = fc.oneof(
    { weight: 5, arbitrary: optionalFields(FIELDS, field) as Arbitrary<unknown> },
    { weight: 1, arbitrary: anyJson },
  )
  const id = fc
    .oneof(fc.uuid(), valueFor('id', existing))
    .map((value) => encodeURIComponent(String(value).slice(0, 500).toWellFormed()))
  return fc
    .record({ call: fc.constantFrom(...accountCalls), id, body })
    .map(({ call: { method, path }, id, body }) => ({
      method,
      path: path.replace('{id}', /^\.*$/.test(id) ? 'x' : id),
      headers: { 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
      validate: (response) => (response.status < 300 ? null : invalidProblem(response)),
    }))
}
