import { expect, it } from 'vitest'
import { highlightMatches } from './highlight.ts'

/** The text with matches in brackets. */
const highlighted = (text: string, query: string) =>
  highlightMatches(text, query)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('')

it('highlights every word of the query, in any order and case', () => {
  expect(highlighted('Tea in the morning, TEA at noon', 'noon tea')).toBe(
    '[Tea] in the morning, [TEA] at [noon]',
  )
})

it('highlights the beginning and the inside of words', () => {
  expect(highlighted('Sunrise over the sunflowers', 'flower')).toBe('Sunrise over the sun[flower]s')
  expect(highlighted('Sunrise over the sunflowers', 'sun')).toBe('[Sun]rise over the [sun]flowers')
})

it('highlights one or two letters only at the beginning of a word', () => {
  expect(highlighted('an apple and a banana', 'an')).toBe('[an] apple [an]d a banana')
})

it('splits a word at punctuation as the search does', () => {
  expect(highlighted("Don't, DON'T, don t", "don't")).toBe("[Don't], [DON'T], don t")
  expect(highlighted('a well-kept garden', 'ell-ke')).toBe('a w[ell-ke]pt garden')
})

it('joins highlights that touch or overlap', () => {
  expect(highlighted('goodness', 'good oodness')).toBe('[goodness]')
})

it('works on any script, and takes punctuation literally', () => {
  expect(highlighted('日本語のお茶です', 'お茶')).toBe('日本語の[お茶]です')
  expect(highlighted('صباح الخير', 'الخير')).toBe('صباح [الخير]')
  expect(highlighted('ДОБРОЕ утро', 'доброе')).toBe('[ДОБРОЕ] утро')
  expect(highlighted('100% (really) _yes_', '% _yes_')).toBe('100[%] (really) [_yes_]')
})

it('leaves out the optional signs at the ends of a word', () => {
  expect(highlighted('Sunshine, at last!', '#sunshine. (last)')).toBe('[Sunshine], at [last]!')
  expect(highlighted('C# and C', 'c#')).toBe('[C#] and C')
  expect(highlighted('what?! yes', '?!')).toBe('what[?!] yes')
})

it('highlights a phrase as a whole', () => {
  expect(highlighted('Good morning, a good day this morning', '“good morning”')).toBe(
    '[Good morning], a good day this morning',
  )
  expect(highlighted('mornings and a morning', '"morning"')).toBe('mornings and a [morning]')
})

it('highlights words whose points or strokes differ, and Korean inside words', () => {
  expect(highlighted('مَرْحَبًا بكم', 'مرحبا')).toBe('[مَرْحَبًا] بكم')
  expect(highlighted('مـــرحبا بكم', 'مرحبا')).toBe('[مـــرحبا] بكم')
  expect(highlighted('Łódź', 'lodz')).toBe('[Łódź]')
  expect(highlighted('새해복많이', '복많')).toBe('새해[복많]이')
})

it('never splits an emoji, and keeps letters whose upper and lower case differ in length', () => {
  expect(highlighted('us 👨‍👩‍👧‍👦 here', '👩')).toBe('us 👨‍👩‍👧‍👦 here')
  expect(highlighted('us 👨‍👩‍👧‍👦🎉 here', '👨‍👩‍👧‍👦')).toBe('us [👨‍👩‍👧‍👦]🎉 here')
  expect(highlighted('Straße und STRASSE', 'straße')).toBe('[Straße] und [STRASSE]')
  expect(highlighted('İstanbul mornings', 'mornings')).toBe('İstanbul [mornings]')
})

it('highlights nothing for an empty query', () => {
  expect(highlightMatches('Tea', ' ')).toEqual([{ start: 0, text: 'Tea', isMatch: false }])
  expect(highlightMatches('', 'tea')).toEqual([])
})
