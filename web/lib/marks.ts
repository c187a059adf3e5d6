/** A stretch of a text, found by a search or not. */
export interface Part {
  /** Where it begins in the text. */
  at: number
  text: string
  found: boolean
}

const SHORTEST_INSIDE = 3
/** A letter or digit of a script that puts spaces between its words. */
const WORD = /[[\p{L}\p{N}\p{M}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]/v
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * A text in the parts that a search's words made: each word regardless of case, wherever it stands; a word of one or two
 * letters where a word begins, as the search itself has it. No part splits what a person sees as one character.
 */
export function markWords(text: string, query: string): Part[] {
  const folded = fold(text)
  const found = new Array<boolean>(text.length).fill(false)
  for (const word of new Set(fold(query).text.split(/\s+/u))) {
    if (word === '') continue
    for (let at = folded.text.indexOf(word); at !== -1; at = folded.text.indexOf(word, at + 1)) {
      if (!mayStand(folded.text, word, at)) continue
      found.fill(true, folded.origin[at], folded.origin[at + word.length])
    }
  }
  const parts: Part[] = []
  for (const { segment, index } of graphemes.segment(text)) {
    const isFound = found.slice(index, index + segment.length).includes(true)
    const last = parts.at(-1)
    if (last?.found === isFound) last.text += segment
    else parts.push({ at: index, text: segment, found: isFound })
  }
  return parts
}

function mayStand(text: string, word: string, at: number): boolean {
  return word.length >= SHORTEST_INSIDE || !WORD.test(word) || !WORD.test(text.charAt(at - 1))
}

/** A text in one case, and for each of its places (and its end) the place it comes from. */
function fold(text: string): { text: string; origin: number[] } {
  let folded = ''
  const origin: number[] = []
  let at = 0
  for (const character of text) {
    const lower = character.toLowerCase()
    for (let unit = 0; unit < lower.length; unit++) origin.push(at)
    folded += lower
    at += character.length
  }
  return { text: folded, origin: [...origin, text.length] }
}
