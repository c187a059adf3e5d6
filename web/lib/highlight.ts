import { fold, matchesInsideWords, searchWords, type Token, tokens } from '#rules/search-words.ts'

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
    const isMatch = covered.slice(position, end).includes(true)
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
    for (let first = 0; first + word.length <= textTokens.length; first++) {
      for (const { from, to } of matchWord(textTokens.slice(first, first + word.length), word))
        mask.fill(true, from, to)
    }
  }
  return mask
}

/** Matches a word against as many tokens. Only the outer ones may match in part. */
function matchWord(textTokens: Token[], word: Token[]): Range[] {
  const [first, last] = [textTokens[0], textTokens.at(-1)]
  const [begin, end] = [word[0], word.at(-1)]
  if (!first || !last || !begin || !end) return []
  if (word.length === 1) return matchToken(first, begin, matchesInsideWords(word))
  const fits =
    (matchesInsideWords(word) ? first.text.endsWith(begin.text) : first.text === begin.text) &&
    (end.single ? last.text === end.text : last.text.startsWith(end.text)) &&
    textTokens.slice(1, -1).every((token, index) => token.text === word[index + 1]?.text)
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
