import { readFileSync } from 'node:fs'
import fc, { type Arbitrary } from 'fast-check'
import type { AnyRequest } from './request.ts'
import { problemIn, some } from './rows.ts'
import { anyJson, type Known, valueFor } from './values.ts'

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
/** Whoever asks goes on asking. */
const LEAVES = /sign-out/

/** Every call about accounts that the page about them lists. */
export const accountCalls = [...PAGE.matchAll(/`(GET|POST|PATCH|DELETE) (\/api\/auth\/[^`]+)`/g)]
  .map(([, method = '', path = '']) => ({ method, path }))
  .filter(({ path }) => !LEAVES.test(path))

/** Some call about accounts, with anything in its body. */
export function anyAccountCall(known: Known): Arbitrary<AnyRequest> {
  const credential = fc.record({ id: anyJson, rawId: anyJson, type: anyJson, response: anyJson })
  const field = (name: string) =>
    name === 'response' ? fc.oneof(credential, anyJson) : valueFor(name, known)
  const body = fc.oneof(
    { weight: 5, arbitrary: some(FIELDS, field) as Arbitrary<unknown> },
    { weight: 1, arbitrary: anyJson },
  )
  const id = fc
    .oneof(fc.uuid(), valueFor('id', known))
    .map((value) => encodeURIComponent(String(value).slice(0, 500).toWellFormed()))
  return fc
    .record({ call: fc.constantFrom(...accountCalls), id, body })
    .map(({ call: { method, path }, id, body }) => ({
      method,
      path: path.replace('{id}', /^\.*$/.test(id) ? 'x' : id),
      headers: { 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
      judge: (answer) => (answer.status < 300 ? null : problemIn(answer)),
    }))
}
