import {
  innerGrams,
  pairGrams,
  startGrams,
  syllableGrams,
  wholeGram,
} from '#api/lib/search-text.ts'
import { matchesInsideWords, type QueryWord, searchWords, type Token } from '#rules/search-words.ts'

/** A text matches when it contains all parts. */
export interface Terms {
  /** One for each word. */
  parts: string[]
  /** The parts as LIKE patterns. */
  patterns: string[]
  /** Grams that every matching text has. */
  grams: number[]
}

/** A query in the form of the database function `search_posts`. */
export interface SearchQuery {
  /** Matches every word as a whole word. */
  whole: Terms
  /** Matches every word at the start of a word, but phrases as `whole` does. */
  start: Terms
  /** Matches also the inside of words, for those of `matchesInsideWords`. */
  within: Terms
  /** The grams of `within`, by word. */
  wordGrams: number[][]
}

/** @returns null for a query without words */
export function parseQuery(query: string): SearchQuery | null {
  const words = searchWords(query)
  if (words.length === 0) return null
  const within = words.map(withinTerm)
  return {
    whole: combine(words.map(wholeTerm)),
    start: combine(words.map(startTerm)),
    within: combine(within),
    wordGrams: within.map(({ grams }) => grams),
  }
}

interface Term {
  part: string
  grams: number[]
}

const combine = (terms: Term[]): Terms => ({
  parts: terms.map(({ part }) => part),
  patterns: terms.map(({ part }) => likePattern(part)),
  grams: [...new Set(terms.flatMap(({ grams }) => grams))],
})

function wholeTerm({ tokens }: QueryWord): Term {
  return { part: ` ${textOf(tokens)} `, grams: [...tokens.map(wholeGram), ...pairGrams(tokens)] }
}

function startTerm(word: QueryWord): Term {
  const { tokens, isPhrase } = word
  const last = tokens.at(-1)
  // A single-character token is its own start, so it matches as a whole.
  if (!last || last.single || isPhrase) return wholeTerm(word)
  return {
    part: ` ${textOf(tokens)}`,
    grams: [...tokens.slice(0, -1).map(wholeGram), ...pairGrams(tokens), ...prefixGrams(last)],
  }
}

function withinTerm(word: QueryWord): Term {
  const { tokens } = word
  const [first, last] = [tokens[0], tokens.at(-1)]
  if (!first || !last || !matchesInsideWords(word)) return startTerm(word)
  if (tokens.length === 1) return { part: first.text, grams: coveringGrams(first.text) }
  const lastGrams = last.single ? [wholeGram(last)] : prefixGrams(last)
  const grams = [
    ...coveringGrams(first.text),
    ...tokens.slice(1, -1).map(wholeGram),
    ...pairGrams(tokens.slice(1)),
    ...lastGrams,
  ]
  return { part: `${textOf(tokens)}${last.single ? ' ' : ''}`, grams }
}

/** The grams of every word that contains this text. */
function coveringGrams(text: string): number[] {
  const grams = everySecond(innerGrams(text))
  return grams.length > 0 ? grams : syllableGrams(text)
}

/** The grams of every word that starts with this token. */
function prefixGrams({ text }: Token): number[] {
  return [...startGrams(text).slice(-1), ...everySecond(innerGrams(text)).slice(1)]
}

/** Every second gram and the last still cover each letter, and halve the work of the index. */
function everySecond(grams: number[]): number[] {
  return grams.filter((_gram, index) => index % 2 === 0 || index === grams.length - 1)
}

const textOf = (word: Token[]) => word.map(({ text }) => text).join(' ')

function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
