import { expect, test } from 'vitest'
import { ago } from './relative-time.ts'

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
])('%i seconds in the past read "%s"', (seconds, text) => {
  expect(ago(new Date(now - seconds * 1000), now)).toBe(text)
})
