import { expect, test } from 'vitest'
import { plainCode } from './code.ts'

test.each([
  ['123 456', '123456'],
  ['123\u2011456', '123456'],
  ['１２３－４５６', '123456'],
  ['１２３ー４５６', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['۱۲۳—۴۵۶', '123456'],
  ['१२३\u00a0४५६', '123456'],
  ['𝟏𝟐𝟑𝟜𝟝𝟞', '123456'],
  ['\u200e123456\u200b', '123456'],
  ['ABCD–efgh−jkmn—pqr٩', 'abcdefghjkmnpqr9'],
  ['ＡＢＣＤ', 'abcd'],
  ['12a.45', '12a.45'],
])('%j is the code %s', (typed, code) => {
  expect(plainCode(typed)).toBe(code)
})
