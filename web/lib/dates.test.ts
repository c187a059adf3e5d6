import { expect, test } from 'vitest'
import { fullDate, fullDateTime, monthAndYear, timeAgo } from './dates.ts'

const now = Date.parse('2026-03-10T12:00:00Z')
const HOUR = 3600

test.each([
  [-30, 'less than a minute ago'],
  [59, 'less than a minute ago'],
  [60, '1 minute ago'],
  [HOUR - 1, '59 minutes ago'],
  [2 * HOUR, '2 hours ago'],
  [24 * HOUR, '1 day ago'],
  [29 * 24 * HOUR, '29 days ago'],
  [75 * 24 * HOUR, '2 months ago'],
  [364 * 24 * HOUR, '12 months ago'],
  [800 * 24 * HOUR, '2 years ago'],
  [1824 * 24 * HOUR, '4 years ago'],
])('%i seconds in the past read "%s"', (seconds, text) => {
  expect(timeAgo(new Date(now - seconds * 1000), now)).toBe(text)
})

test('dates are in the order of the locale', () => {
  const date = new Date(2026, 2, 4, 17, 5)
  expect(fullDate(date)).toBe('4 March 2026')
  expect(fullDateTime(date)).toBe('4 March 2026 at 17:05')
  expect(monthAndYear(date)).toBe('March 2026')
})
