import { innerGrams, pairGrams, startGrams, wholeGram } from '#api/lib/search-text.ts'
import { matchesInsideWords, searchWords, type Token } from '#rules/search-words.ts'

/** What has to be in a text for it to be found: a part for each word, a LIKE pattern for each part, and the grams of every text that has them all. */
export interface Wanted {
  parts: string[]
  patterns: string[]
  grams: number[]
}

/** A query as the database function `search_posts` takes it. */
export interface SearchQuery {
  /** Every word is in the text whole. */
  whole: Wanted
  /** Every word is in it, or begins one that is. */
  start: Wanted
  /** Every word is in it, begins one that is or, if it has three letters or more, is within one. */
  within: Wanted
  /** The grams of `within`, word by word. */
  wordGrams: number[][]
}

/** @returns null when there is nothing in the query to look for */
export function readQuery(query: string): SearchQuery | null {
  const words = searchWords(query)
  if (words.length === 0) return null
  const [whole, start, within] = [words.map(asWhole), words.map(asStart), words.map(asWithin)]
  return {
    whole: all(whole),
    start: all(start),
    within: all(within),
    wordGrams: within.map(({ grams }) => grams),
  }
}

interface Word {
  part: string
  grams: number[]
}

const all = (words: Word[]): Wanted => ({
  parts: words.map(({ part }) => part),
  patterns: words.map(({ part }) => like(part)),
  grams: [...new Set(words.flatMap(({ grams }) => grams))],
})

function asWhole(word: Token[]): Word {
  return { part: ` ${joined(word)} `, grams: [...word.map(wholeGram), ...pairGrams(word)] }
}

function asStart(word: Token[]): Word {
  const last = word.at(-1)
  // A single character ends where it begins, so a text that has its start has it whole.
  if (!last || last.single) return asWhole(word)
  return {
    part: ` ${joined(word)}`,
    grams: [...word.slice(0, -1).map(wholeGram), ...pairGrams(word), ...beginning(last)],
  }
}

function asWithin(word: Token[]): Word {
  const [first, last] = [word[0], word.at(-1)]
  if (!first || !last || !matchesInsideWords(word)) return asStart(word)
  if (word.length === 1) return { part: first.text, grams: spread(innerGrams(first.text)) }
  const ending = last.single ? [wholeGram(last)] : beginning(last)
  const grams = [
    ...spread(innerGrams(first.text)),
    ...word.slice(1, -1).map(wholeGram),
    ...pairGrams(word.slice(1)),
    ...ending,
  ]
  return { part: `${joined(word)}${last.single ? ' ' : ''}`, grams }
}

/** What a word that begins with these letters has. */
function beginning({ text }: Token): number[] {
  return [...startGrams(text).slice(-1), ...spread(innerGrams(text)).slice(1)]
}

/** Every second one and the last, so that each letter is in one: the index takes half the time to find hardly more texts. */
function spread(grams: number[]): number[] {
  return grams.filter((_gram, index) => index % 2 === 0 || index === grams.length - 1)
}

const joined = (word: Token[]) => word.map(({ text }) => text).join(' ')

/** A pattern for LIKE that means the text itself, wherever it stands. */
function like(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
