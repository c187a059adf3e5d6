import { collapseBlanks } from './blank.ts'
import { limits } from './limits.ts'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** The control characters that always end a line (UAX #14). */
const LINE_END = /\r\n?|[\v\f\u0085]/g
const CONTROLS = /[\p{Cc}--\n]+/gv
/** Direction controls, which would also affect the text around a name. */
const BIDI_CONTROL = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/gu
const encoder = new TextEncoder()

/**
 * Text as stored: well-formed, NFC, trimmed, no control characters but newline. Those that end
 * lines become one, and others between words a space.
 */
export function cleanText(text: string): string {
  return normalize(stripControls(text))
}

/** A line as stored: `cleanText` without line breaks, repeated spaces and direction controls. */
export function cleanLine(text: string): string {
  return normalize(stripControls(text).replace(BIDI_CONTROL, '').replace(/\s+/gu, ' ').trim())
}

/** A name as stored: `cleanLine`, with one space for a run of blanks and zero-width characters. */
export function cleanName(text: string): string {
  return normalize(collapseBlanks(cleanLine(text)))
}

function stripControls(text: string): string {
  return text
    .toWellFormed()
    .replace(LINE_END, '\n')
    .replaceAll('\t', ' ')
    .replace(CONTROLS, (controls, at: number, all: string) =>
      separates(all, at, at + controls.length) ? ' ' : '',
    )
    .trim()
}

/** At white space, before a combining mark and at the ends, control characters separate nothing. */
function separates(text: string, from: number, to: number): boolean {
  const next = text.codePointAt(to)
  return (
    /\S/u.test(text.charAt(from - 1)) &&
    next !== undefined &&
    /[\S--\p{M}]/v.test(String.fromCodePoint(next))
  )
}

/** NFC takes quadratic time for marks on one letter, so text over the byte limit stays as it is. */
function normalize(text: string): string {
  return text.length > limits.textBytes ? text : text.normalize('NFC')
}

/** Grapheme clusters in the text as stored. */
export function visibleLength(text: string): number {
  return countCharacters(cleanText(text))
}

/** Grapheme clusters in the text as given. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of segmenter.segment(text)) count++
  return count
}

/** Whether the text is within the length in grapheme clusters and the byte limit. */
export function fits(text: string, length: number, maxBytes: number = limits.textBytes): boolean {
  // The cheap byte check comes first: it bounds the cost of counting.
  return fitsBytes(text, maxBytes) && visibleLength(text) <= length
}

/** Whether the text has at most this many bytes in UTF-8. */
export function fitsBytes(text: string, maxBytes: number): boolean {
  return text.length <= maxBytes && encoder.encode(text).length <= maxBytes
}
