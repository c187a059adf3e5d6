import { expect, test } from 'vitest'
import { cleanLine, cleanText } from './text.ts'

const codePointOf = (character: string) =>
  `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
const named = (characters: Iterable<string>): [string, string][] =>
  [...characters].map((each) => [codePointOf(each), each])
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index))

const controls = [...range(0, 0x1f), ...range(0x7f, 0x9f)]
const lineEnds = ['\n', '\v', '\f', '\r', '\u0085']
const others = controls.filter((each) => !lineEnds.includes(each))

test.each(named(lineEnds))('%s between words is a line break', (_name, character) => {
  expect(cleanText(`one${character}two`)).toBe('one\ntwo')
  expect(cleanLine(`one${character}two`)).toBe('one two')
})

test.each(named(others))('%s between words is a space', (_name, character) => {
  for (const clean of [cleanText, cleanLine]) {
    expect(clean(`one${character}two`)).toBe('one two')
    expect(clean(`🌻${character}𝒃`)).toBe('🌻 𝒃')
    expect(clean(`${character}one two${character}`)).toBe('one two')
  }
})

test('a run of control characters is one space', () => {
  expect(cleanText('one\0\u0007\u009ctwo')).toBe('one two')
})

test('control characters at white space, at a line break or before a mark add nothing', () => {
  expect(cleanText('one\0 two \u0001three')).toBe('one two three')
  expect(cleanText('one\0\ntwo\n\u0001three')).toBe('one\ntwo\nthree')
  expect(cleanText('e\0\u0301 𐨅\0𐨁')).toBe('\u00e9 𐨅𐨁')
})

test('a pair of carriage return and newline is one line break, a blank line stays', () => {
  expect(cleanText('one\r\ntwo\r\rthree\n\nfour')).toBe('one\ntwo\n\nthree\n\nfour')
})
