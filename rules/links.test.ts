import { expect, test } from 'vitest'
import { avatarUrl, imageUrl, problemWith, videoUrl } from './fields.ts'
import { isWebLink } from './links.ts'

/**
 * Direction marks, overrides and isolates; joiners, blanks, fillers, selectors and tags;
 * separators.
 */
const invisible = [
  ...'\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069',
  ...'\u00ad\u034f\u115f\u1160\u17b4\u180e\u200b\u200c\u200d\u2060\u2061\u2064\u206a\u206f\u3164\ufeff\uffa0\ufff9\ufe0f\u{e0100}\u{e0041}',
  ...'\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u2800\u3000',
]
const codePointOf = (character: string) =>
  `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`

test.each(invisible.map((each) => [codePointOf(each), each]))(
  'attack 66: a link with %s is rejected',
  (_codePoint, character) => {
    for (const link of [
      `https://exa${character}mple.org/a.png`,
      `https://example.org/a${character}gpj.exe`,
      `https://example.org/?q=${character}x`,
      `https://example.org/#${character}x`,
    ]) {
      expect([link, isWebLink(link)]).toEqual([link, false])
      for (const field of [imageUrl, avatarUrl, videoUrl])
        expect(problemWith(field, link)).not.toBeNull()
      expect(
        isWebLink(
          link
            .replace(`exa${character}mple`, 'example')
            .replaceAll(character, encodeURIComponent(character)),
        ),
      ).toBe(true)
    }
  },
)

test.each([
  'http:/example.com/a.png',
  'https:example.com/a.png',
  'https:///example.com/a.png',
  'https:\\\\example.com\\a.png',
  'https://example.com\\@example.org/a.png',
  'https://ada:secret@example.com/',
  'ftp://example.com/a.png',
  'https://',
])('%s is rejected', (link) => {
  for (const field of [imageUrl, avatarUrl, videoUrl])
    expect(problemWith(field, link)).not.toBeNull()
})

test('a link has at most 2 KB, whatever its letters', () => {
  const path = '日'.repeat((2_048 - 'https://example.org/'.length) / 3)
  expect(isWebLink(`https://example.org/${path}`)).toBe(true)
  expect(isWebLink(`https://example.org/${path}日`)).toBe(false)
})

test.each([
  'https://example.org/Gänse blümchen.jpg?größe=1#日本語',
  'https://xn--bcher-kva.example/ספר/كتاب.png',
  'https://bücher.example/🌻.png',
  'https://fa.wikipedia.org/wiki/%D9%85%DB%8C%E2%80%8C%D8%AE%D9%88%D8%A7%D9%87%D9%85',
])('%s is accepted', (link) => {
  expect(isWebLink(link)).toBe(true)
})
