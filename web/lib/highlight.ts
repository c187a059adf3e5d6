import { fold, matchesInsideWords, searchWords, type Token, tokens } from '#rules/search-words.ts'

/** A stretch of a text, found by a search or not. */
export interface Part {
  /** Where it begins in the text. */
  at: number
  text: string
  found: boolean
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** A text in the parts that a search's words made of it, by the search's own rules. No part splits what a person sees as one character. */
export function markWords(text: string, query: string): Part[] {
  const characters = [...graphemes.segment(text)]
  const folded = characters.map(({ segment }) => fold(segment))
  const isFound = foundPlaces(folded.join(''), query)
  const parts: Part[] = []
  let at = 0
  for (const [index, { segment, index: start }] of characters.entries()) {
    const end = at + (folded[index]?.length ?? 0)
    const found = isFound.slice(at, end).includes(true)
    const last = parts.at(-1)
    if (last?.found === found) last.text += segment
    else parts.push({ at: start, text: segment, found })
    at = end
  }
  return parts
}

/** For each place of a folded text, whether a word of the query covers it. */
function foundPlaces(folded: string, query: string): boolean[] {
  const places = new Array<boolean>(folded.length).fill(false)
  const pieces = tokens(folded)
  for (const word of searchWords(query)) {
    for (let first = 0; first + word.length <= pieces.length; first++) {
      for (const { from, to } of matches(pieces.slice(first, first + word.length), word))
        places.fill(true, from, to)
    }
  }
  return places
}

/** Where a word stands in as many pieces: its first piece ends the first of them, its last one begins the last, and all between are equal. */
function matches(pieces: Token[], word: Token[]): { from: number; to: number }[] {
  const [first, last] = [pieces[0], pieces.at(-1)]
  const [begin, end] = [word[0], word.at(-1)]
  if (!first || !last || !begin || !end) return []
  if (word.length === 1) return within(first, begin, matchesInsideWords(word))
  const fits =
    (matchesInsideWords(word) ? first.text.endsWith(begin.text) : first.text === begin.text) &&
    (end.single ? last.text === end.text : last.text.startsWith(end.text)) &&
    pieces.slice(1, -1).every((piece, index) => piece.text === word[index + 1]?.text)
  return fits
    ? [{ from: first.at + first.text.length - begin.text.length, to: last.at + end.text.length }]
    : []
}

function within(piece: Token, wanted: Token, anywhere: boolean): { from: number; to: number }[] {
  if (wanted.single || !anywhere) {
    const fits = wanted.single ? piece.text === wanted.text : piece.text.startsWith(wanted.text)
    return fits ? [{ from: piece.at, to: piece.at + wanted.text.length }] : []
  }
  const found: { from: number; to: number }[] = []
  for (
    let at = piece.text.indexOf(wanted.text);
    at !== -1;
    at = piece.text.indexOf(wanted.text, at + 1)
  ) {
    found.push({ from: piece.at + at, to: piece.at + at + wanted.text.length })
  }
  return found
}
