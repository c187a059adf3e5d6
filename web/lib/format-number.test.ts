import { expect, test } from 'vitest'
import { pluralize, shortNumber } from './format-number.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1k'],
  [1_299, '1.2k'],
  [12_999, '12.9k'],
  [999_999, '999.9k'],
  [1_250_000, '1.2m'],
])('%i is shown as %s', (count, shown) => {
  expect(shortNumber(count)).toBe(shown)
})

test('pluralize gives the full number with its noun', () => {
  expect(pluralize(1, 'like')).toBe('1 like')
  expect(pluralize(0, 'like')).toBe('0 likes')
  expect(pluralize(1_299, 'share')).toBe('1,299 shares')
})
