import { expect, test } from 'vitest'
import { likeMessages } from '../messages/like.ts'
import { postMessages } from '../messages/post.ts'
import { fullNumber, shortNumber } from './format-number.ts'
import { t } from './i18n.ts'

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

test('a full number has separators, and its noun follows it', () => {
  expect(fullNumber(1_299)).toBe('1,299')
  expect(t(likeMessages.count(1))).toBe('1 like')
  expect(t(likeMessages.count(0))).toBe('0 likes')
  expect(t(postMessages.shares(1_299))).toBe('1,299 shares')
})
