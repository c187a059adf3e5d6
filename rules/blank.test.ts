import { expect, test } from 'vitest'
import { isVisible } from './blank.ts'
import { BLANK_GLYPHS } from './blank-glyphs.ts'
import { apiTokenName, displayName, postContent, problemWith } from './fields.ts'
import { isWebLink } from './links.ts'
import { passkeyName } from './passkey-name.ts'
import { cleanName } from './text.ts'

const blanks = [
  ...BLANK_GLYPHS,
  // Fillers, spaces, joiners, selectors, tags and controls.
  ...'\u115f\u1160\u3164\uffa0\u17b4\u180e\u200b\u200c\u200d\u2060\u2064\ufeff\u00ad\u034f',
  ...'\u00a0\u1680\u2003\u202f\u3000\ufe0f\u{e0100}\u{e0041}\u{1d173}\u0085\u0007',
]
const codePointOf = (character: string) =>
  `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`

test.each(blanks.map((each) => [codePointOf(each), each]))(
  'attack 38: a name or a post of %s alone is empty',
  (_codePoint, character) => {
    for (const text of [character, character.repeat(5), ` ${character}\u200b${character} `]) {
      expect(isVisible(text)).toBe(false)
      expect(problemWith(displayName, text)).toBe('DISPLAY_NAME_EMPTY')
      expect(problemWith(postContent, text)).toBe('POST_EMPTY')
      expect(problemWith(passkeyName, text)).toBe('PASSKEY_NAME_EMPTY')
      expect(problemWith(apiTokenName, text)).toBe('TOKEN_NAME_EMPTY')
    }
  },
)

test('the generated list has the glyphs that draw nothing', () => {
  expect([...BLANK_GLYPHS].map(codePointOf)).toEqual(['U+2800', 'U+13441', 'U+13442', 'U+1D159'])
  for (const glyph of BLANK_GLYPHS) expect(isWebLink(`https://example.org/${glyph}a`)).toBe(false)
})

test.each([
  '\u200b',
  '\u200b\u200b\u2060',
  ' \u200b ',
  '\u00a0\u3000',
  '\u3164',
  '\u{1d159}\u2800',
  '\ufeff',
  '\u{13441} \u{13442}',
])('padding of %j in a name becomes one space, and none at its ends', (padding) => {
  expect(cleanName(`${padding}Ann${padding}Lee${padding}`)).toBe('Ann Lee')
})

test.each([
  ['می\u200cخواهم'],
  ['क्\u200dष श्री'],
  ['👩\u200d👩\u200d👧 Lee'],
  ['❤\ufe0f\u200d🔥'],
  ['🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} Morag'],
  ['\u115f\u1161'],
  ['葛\u{e0100}飾'],
  ['Zoë Ångström'.normalize('NFC')],
])('%s stays as it is', (name) => {
  expect(cleanName(name)).toBe(name)
})

test('joiners at the end of a word and repeated ones go, like tags outside of flags', () => {
  expect(cleanName('Ann\u200d \u200cLee\u200d\u200d')).toBe('Ann Lee')
  expect(cleanName('An\u200d\u200d\u200dn\ufe0f\ufe0f')).toBe('An\u200dn\ufe0f')
  expect(cleanName('Ann\u{e0041}\u{e0042}')).toBe('Ann')
})
