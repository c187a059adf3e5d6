import { fold } from '#rules/fold.ts'
import {
  matchesInsideWords,
  type QueryWord,
  searchWords,
  type Token,
  tokens,
} from '#rules/search-words.ts'

/** A run of text that either matches a search or does not. */
export interface TextPart {
  /** Offset in the text. */
  start: number
  text: string
  isMatch: boolean
}

interface Range {
  from: number
  to: number
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Splits a text at the words of a query, by the server's search rules, never inside a grapheme. */
export function highlightMatches(text: string, query: string): TextPart[] {
  const characters = [...graphemes.segment(text)]
  const folded = characters.map(({ segment }) => fold(segment))
  const covered = matchMask(folded.join(''), query)
  const parts: TextPart[] = []
  let position = 0
  for (const [index, { segment, index: start }] of characters.entries()) {
    const end = position + (folded[index]?.length ?? 0)
    // What folding drops, such as the line that stretches Arabic words, is like its neighbours.
    const isMatch =
      end > position
        ? covered.slice(position, end).includes(true)
        : covered[position - 1] === true && covered[position] === true
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) last.text += segment
    else parts.push({ start, text: segment, isMatch })
    position = end
  }
  return parts
}

/** For each index of a folded text, whether a word of the query covers it. */
function matchMask(folded: string, query: string): boolean[] {
  const mask = new Array<boolean>(folded.length).fill(false)
  const textTokens = tokens(folded)
  for (const word of searchWords(query)) {
    const { length } = word.tokens
    for (let first = 0; first + length <= textTokens.length; first++) {
      for (const { from, to } of matchWord(textTokens.slice(first, first + length), word))
        mask.fill(true, from, to)
    }
  }
  return mask
}

/** Matches a word against as many tokens. Only the outer ones of no phrase may match in part. */
function matchWord(textTokens: Token[], word: QueryWord): Range[] {
  const { tokens, isPhrase } = word
  const [first, last] = [textTokens[0], textTokens.at(-1)]
  const [begin, end] = [tokens[0], tokens.at(-1)]
  if (!first || !last || !begin || !end) return []
  const isInside = matchesInsideWords(word)
  if (tokens.length === 1 && !isPhrase) return matchToken(first, begin, isInside)
  const fits =
    (isInside ? first.text.endsWith(begin.text) : first.text === begin.text) &&
    (isPhrase || end.single ? last.text === end.text : last.text.startsWith(end.text)) &&
    textTokens.slice(1, -1).every((token, index) => token.text === tokens[index + 1]?.text)
  return fits
    ? [{ from: first.at + first.text.length - begin.text.length, to: last.at + end.text.length }]
    : []
}

function matchToken(token: Token, word: Token, anywhere: boolean): Range[] {
  if (word.single || !anywhere) {
    const fits = word.single ? token.text === word.text : token.text.startsWith(word.text)
    return fits ? [{ from: token.at, to: token.at + word.text.length }] : []
  }
  const ranges: Range[] = []
  for (
    let index = token.text.indexOf(word.text);
    index !== -1;
    index = token.text.indexOf(word.text, index + 1)
  ) {
    ranges.push({ from: token.at + index, to: token.at + index + word.text.length })
  }
  return ranges
}
