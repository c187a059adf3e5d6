import { expect, test } from 'vitest'
import { Cursors } from '#api/graphql/cursor.ts'
import { keyFor, seal, unseal } from './keys.ts'

const SECRET = 'a secret that only tests use'

test('each purpose has its own key, derived from the secret and different from it', () => {
  const keys = (['cursors', 'sign-ups', 'two-factor'] as const).flatMap((purpose) => [
    keyFor(purpose, SECRET),
    keyFor(purpose, `${SECRET}!`),
  ])
  expect(new Set([...keys, SECRET]).size).toBe(7)
  for (const key of keys) expect(Buffer.from(key, 'base64url')).toHaveLength(32)
})

test('a sealed value opens only for its purpose and with its secret', async () => {
  const sealed = await seal('two-factor', SECRET, 'the key of an app')
  expect(sealed).toMatch(/^v2-[\w-]+$/)
  expect(await unseal('two-factor', SECRET, sealed)).toBe('the key of an app')
  expect(await unseal('sign-ups', SECRET, sealed)).toBeNull()
  expect(await unseal('two-factor', `${SECRET}!`, sealed)).toBeNull()
  for (const forged of [
    sealed.slice(3),
    `v2-${sealed}`,
    'v2-',
    '',
    'v3-x',
    `${sealed.slice(0, -2)}AA`,
  ]) {
    expect(await unseal('two-factor', SECRET, forged)).toBeNull()
  }
})

test('a cursor is sealed with a derived key, not with the secret itself', () => {
  const position = Buffer.from('0123456789abcdef', 'hex')
  const cursors = new Cursors(SECRET, 'feed')
  expect(cursors.decode(cursors.encode(position), 'after')).toEqual(position)
  // Version 0.1 made this one.
  expect(() => cursors.decode('ASNFZ4mrze_kZ8zaS6r2Tw', 'after')).toThrow(
    expect.objectContaining({ reason: 'CURSOR_INVALID', field: 'after' }),
  )
})
