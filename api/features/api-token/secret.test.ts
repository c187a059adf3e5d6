import { expect, test } from 'vitest'
import { hashOf, newSecret } from './secret.ts'

test('secrets differ, and only their hash is stored', () => {
  const secrets = Array.from({ length: 100 }, newSecret)
  expect(new Set(secrets).size).toBe(100)
  for (const secret of secrets) {
    expect(secret).toMatch(/^gv_[0-9A-Za-z]{36}$/)
    expect(hashOf(secret)).toMatch(/^[0-9a-f]{64}$/)
    expect(hashOf(secret)).toBe(hashOf(secret))
  }
})

test('a mistyped secret fails its checksum', () => {
  const secret = newSecret()
  for (let index = 0; index < secret.length; index++) {
    const other = secret[index] === 'a' ? 'b' : 'a'
    expect(hashOf(secret.slice(0, index) + other + secret.slice(index + 1))).toBeNull()
  }
  for (const wrong of ['', 'gv_', secret.slice(1), `${secret}a`, ` ${secret}`, secret.slice(0, -1)])
    expect(hashOf(wrong)).toBeNull()
})
