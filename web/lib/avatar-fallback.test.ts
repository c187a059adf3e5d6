import { expect, test } from 'vitest'
import { hueOf } from './hue.ts'
import { initials } from './initials.ts'

test.each([
  ['Ada Lovelace', 'AL'],
  ['  ada   maria  lovelace ', 'AL'],
  ['Plato', 'P'],
  ['👩‍🚀 Space', '👩‍🚀S'],
  ['ñandú', 'Ñ'],
  ['', ''],
])('the initials of %j are %j', (name, expected) => {
  expect(initials(name)).toBe(expected)
})

test('an id always maps to the same hue, and all eight hues occur', () => {
  const hues = Array.from({ length: 200 }, (_, index) => hueOf(`user_${index}`))
  expect(new Set(hues)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]))
  expect(hueOf('user_7')).toBe(hues[7])
})
