import { expect, test } from 'vitest'
import { hasFewValues } from './json-scan.ts'

const isAllowed = (text: string) => hasFewValues(Buffer.from(text))
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const listOf = (count: number) => `[${Array(count).fill('1').join(' , ')}]`

test('a container is a value, and so are its elements and members', () => {
  expect(isAllowed(listOf(1_999))).toBe(true)
  expect(isAllowed(listOf(2_000))).toBe(false)
  const objects = (count: number) => `[${Array(count).fill('{"a":1}').join(',')}]`
  expect(isAllowed(objects(666))).toBe(true)
  expect(isAllowed(objects(667))).toBe(false)
  const empty = (count: number) => `[${Array(count).fill('[ ]').join(',')}]`
  expect(isAllowed(empty(999))).toBe(true)
  expect(isAllowed(empty(1_000))).toBe(false)
})

test('32 levels are allowed, however they are written', () => {
  expect(isAllowed(nested(32))).toBe(true)
  expect(isAllowed(nested(33))).toBe(false)
  expect(isAllowed('{"a":\n'.repeat(33))).toBe(false)
  expect(isAllowed('['.repeat(1024 * 1024))).toBe(false)
})

test('what is in a string counts as one value', () => {
  const text = JSON.stringify({ query: `${'['.repeat(5_000)}",\\"${','.repeat(5_000)}` })
  expect(isAllowed(text)).toBe(true)
  expect(isAllowed(`["\\\\",${nested(33)}]`)).toBe(false)
  expect(isAllowed('["unfinished\\')).toBe(true)
})
