import { limits } from './limits.ts'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const CONTROL_BUT_NEWLINE = /[\p{Cc}--\n]/gv
const CONTROL = /\p{Cc}+/gu
/** Embeddings, overrides and isolates that would turn the text around a name as well. */
const BIDI_CONTROL = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/gu
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\p{M}\u2800]/u
const encoder = new TextEncoder()

/** Text as it is kept: NFC, well-formed, without control characters but newline, a tab as a space, without white space at its ends. */
export function cleanText(text: string): string {
  return composed(stripped(text))
}

/** One line as it is kept (a name): as `cleanText`, line breaks become spaces, direction marks are dropped. */
export function cleanLine(text: string): string {
  return composed(
    stripped(text).replace(CONTROL, ' ').replace(BIDI_CONTROL, '').replace(/\s+/gu, ' ').trim(),
  )
}

function stripped(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replace(CONTROL_BUT_NEWLINE, '')
    .trim()
}

/** Composing takes the square of the time for twice the marks on one letter, so what is beyond the byte cap stays as it is: `fits` refuses it. */
function composed(text: string): string {
  return text.length > limits.textBytes ? text : text.normalize('NFC')
}

/** Whether there is anything in the text that a person would see. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text)
}

/** How many characters a person sees (grapheme clusters) in the text as it would be kept. */
export function visibleLength(text: string): number {
  return countCharacters(cleanText(text))
}

/** Grapheme clusters in the text as it is. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of segmenter.segment(text)) count++
  return count
}

/** Whether the text is within a length in visible characters and within the byte cap behind any text. */
export function fits(text: string, length: number): boolean {
  // A character has at least one UTF-16 unit, so the byte cap is checked first: it bounds the cost of counting.
  return (
    text.length <= limits.textBytes &&
    encoder.encode(text).length <= limits.textBytes &&
    visibleLength(text) <= length
  )
}
