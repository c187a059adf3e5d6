import { expect, test } from 'vitest'
import { Cursors } from '#api/graphql/cursor.ts'
import { keyFor, seal, unseal } from './keys.ts'

const SECRET = 'a secret that is known to tests alone'

test('every purpose has a key of its own, which is not the secret and depends on it', () => {
  const keys = (['cursors', 'sign-ups', 'two-factor'] as const).flatMap((purpose) => [
    keyFor(purpose, SECRET),
    keyFor(purpose, `${SECRET}!`),
  ])
  expect(new Set([...keys, SECRET]).size).toBe(7)
  for (const key of keys) expect(Buffer.from(key, 'base64url')).toHaveLength(32)
})

test('what is sealed opens for its purpose alone, and under no other secret', async () => {
  const sealed = await seal('two-factor', SECRET, 'the key of an app')
  expect(sealed).toMatch(/^v2-[\w-]+$/)
  expect(await unseal('two-factor', SECRET, sealed)).toBe('the key of an app')
  expect(await unseal('sign-ups', SECRET, sealed)).toBeNull()
  expect(await unseal('two-factor', `${SECRET}!`, sealed)).toBeNull()
  for (const made of [
    sealed.slice(3),
    `v2-${sealed}`,
    'v2-',
    '',
    'v3-x',
    `${sealed.slice(0, -2)}AA`,
  ]) {
    expect(await unseal('two-factor', SECRET, made)).toBeNull()
  }
})

test('the seal of a cursor is not made with the secret itself', () => {
  const place = Buffer.from('0123456789abcdef', 'hex')
  const cursor = new Cursors(SECRET, 'feed').encode(place)
  expect(new Cursors(SECRET, 'feed').peek(cursor)).toEqual(place)
  // As version 0.1 made it.
  expect(new Cursors(SECRET, 'feed').peek('ASNFZ4mrze_kZ8zaS6r2Tw')).toBeNull()
})
