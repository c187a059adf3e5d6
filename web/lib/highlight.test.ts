import { expect, it } from 'vitest'
import { markWords } from './highlight.ts'

/** The text with what was found in brackets. */
const marked = (text: string, query: string) =>
  markWords(text, query)
    .map((part) => (part.found ? `[${part.text}]` : part.text))
    .join('')

it('marks every word of the query, in any order and case', () => {
  expect(marked('Tea in the morning, TEA at noon', 'noon tea')).toBe(
    '[Tea] in the morning, [TEA] at [noon]',
  )
})

it('marks beginnings and insides of words', () => {
  expect(marked('Sunrise over the sunflowers', 'flower')).toBe('Sunrise over the sun[flower]s')
  expect(marked('Sunrise over the sunflowers', 'sun')).toBe('[Sun]rise over the [sun]flowers')
})

it('marks one or two letters only where a word begins', () => {
  expect(marked('an apple and a banana', 'an')).toBe('[an] apple [an]d a banana')
})

it('marks a word with a sign in it as the search reads it, in pieces', () => {
  expect(marked("Don't, DON'T, don t", "don't")).toBe("[Don't], [DON'T], don t")
  expect(marked('a well-kept garden', 'ell-ke')).toBe('a w[ell-ke]pt garden')
})

it('joins marks that touch or overlap', () => {
  expect(marked('goodness', 'good oodness')).toBe('[goodness]')
})

it('works on any script, and takes signs literally', () => {
  expect(marked('日本語のお茶です', 'お茶')).toBe('日本語の[お茶]です')
  expect(marked('صباح الخير', 'الخير')).toBe('صباح [الخير]')
  expect(marked('ДОБРОЕ утро', 'доброе')).toBe('[ДОБРОЕ] утро')
  expect(marked('100% (really) _yes_', '% _yes_ (')).toBe('100[%] [(]really) [_yes_]')
})

it('splits no emoji and loses no letter whose case has another length', () => {
  expect(marked('us 👨‍👩‍👧‍👦 here', '👩')).toBe('us 👨‍👩‍👧‍👦 here')
  expect(marked('us 👨‍👩‍👧‍👦🎉 here', '👨‍👩‍👧‍👦')).toBe('us [👨‍👩‍👧‍👦]🎉 here')
  expect(marked('Straße und STRASSE', 'straße')).toBe('[Straße] und [STRASSE]')
  expect(marked('İstanbul mornings', 'mornings')).toBe('İstanbul [mornings]')
})

it('marks nothing for an empty query and keeps the text whole', () => {
  expect(markWords('Tea', ' ')).toEqual([{ at: 0, text: 'Tea', found: false }])
  expect(markWords('', 'tea')).toEqual([])
})
