import { expect, test } from 'vitest'
import { postContent, username } from '#rules/fields.ts'
import { reasons } from '#rules/reasons.ts'
import { problemText } from './problem-text.ts'
import { reasonText } from './reason-text.ts'

test.each(Object.entries(reasons))('the text of %s is the server’s', (reason, message) => {
  expect(reasonText({ reason, message: 'unknown' })).toBe(message)
})

test('an unknown reason shows the message', () => {
  for (const reason of ['RATE_LIMITED', 'FUTURE_REASON', 'constructor', '', null, undefined])
    expect(reasonText({ reason, message: 'In 5 seconds.' })).toBe('In 5 seconds.')
})

test('a value’s problem is shown in words', () => {
  expect(problemText(postContent, ' ')).toBe(reasons.POST_EMPTY)
  expect(problemText(postContent, 'x'.repeat(281))).toBe(reasons.POST_TOO_LONG)
  expect(problemText(username, 'admin')).toBe(reasons.USERNAME_TAKEN)
  expect(problemText(username, 'ann_lee')).toBeNull()
})
