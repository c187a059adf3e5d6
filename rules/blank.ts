import { BLANK_GLYPHS } from './blank-glyphs.ts'

/** The inside of a character class for white space and characters that draw nothing. */
const BLANK = String.raw`\p{White_Space}\p{Default_Ignorable_Code_Point}${BLANK_GLYPHS}`
const VISIBLE = new RegExp(String.raw`[^${BLANK}\p{C}\p{M}]`, 'v')
const BLANK_ONLY = new RegExp(`^[${BLANK}]+$`, 'v')
const BLANK_BUT_SPACE = new RegExp(String.raw`[[${BLANK}]--\x20]`, 'v')
/** Joiners at the end of a word, and tags that make up no flag. */
const LOOSE =
  /(?:\u200c|\u200d)+(?=$|\x20)|(?<![\u{1f3f4}\u{e0020}-\u{e007f}])[\u{e0020}-\u{e007f}]+/gu
const REPEATED = /(\u200c|\u200d|\p{Variation_Selector})\1+/gu
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Whether the text has a visible character. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text)
}

/**
 * One space for each run of blanks and zero-width characters, none at the ends. What a visible
 * character is composed of stays, such as a joiner inside a word or an emoji.
 */
export function collapseBlanks(line: string): string {
  if (!BLANK_BUT_SPACE.test(line)) return line
  let result = ''
  for (const { segment } of graphemes.segment(line))
    result += BLANK_ONLY.test(segment) ? ' ' : segment
  return result.replace(LOOSE, '').replace(REPEATED, '$1').replace(/ +/g, ' ').trim()
}
