import { fold } from '#rules/fold.ts'
import { type Token, tokens } from '#rules/search-words.ts'

/**
 * Raise it with each change of what `searchText` returns: at the next start, the server then writes
 * the entries of all posts and names anew.
 */
export const SEARCH_VERSION = 2

/** The text that queries are matched against: folded tokens, with a space around each. */
export function normalizedText(text: string): string {
  return spaced(tokens(fold(text)))
}

/**
 * The search index of a post or a name: its normalized text and the hashes of its n-grams. It needs
 * no word list, extension or locale of the database, so it treats every script alike.
 */
export function searchText(text: string): { text: string; grams: number[] } {
  const all = tokens(fold(text))
  const grams = new Set<number>()
  for (const token of all) {
    grams.add(wholeGram(token))
    if (token.single) continue
    for (const gram of startGrams(token.text)) grams.add(gram)
    for (const gram of [...innerGrams(token.text), ...syllableGrams(token.text)]) grams.add(gram)
  }
  for (const gram of pairGrams(all)) grams.add(gram)
  return { text: spaced(all), grams: [...grams] }
}

function spaced(all: readonly Token[]): string {
  return ` ${all.map(({ text }) => text).join(' ')} `
}

export function wholeGram(token: Token): number {
  return hash(`=${token.text}`)
}

/** Prefixes of one, two and three letters. */
export function startGrams(word: string): number[] {
  const letters = [...word]
  return [1, 2, 3]
    .filter((length) => length <= letters.length)
    .map((length) => hash(`^${letters.slice(0, length).join('')}`))
}

/** Trigrams of a word. */
export function innerGrams(word: string): number[] {
  const letters = [...word]
  return letters
    .slice(2)
    .map((letter, index) => hash(`~${letters[index]}${letters[index + 1]}${letter}`))
}

/** Bigrams of Korean syllables. */
export function syllableGrams(word: string): number[] {
  return [...word.matchAll(/(?=([\uac00-\ud7a3]{2}))/g)].map(([, pair]) => hash(`~${pair}`))
}

/** Bigrams of adjacent single-character tokens. */
export function pairGrams(all: readonly Token[]): number[] {
  return all.slice(1).flatMap((token, index) => {
    const previous = all[index]
    return previous?.single && token.single ? [hash(`&${previous.text} ${token.text}`)] : []
  })
}

/** FNV-1a over UTF-16 units, as a 32-bit integer. A collision only costs another comparison. */
function hash(gram: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < gram.length; index++)
    value = Math.imul(value ^ gram.charCodeAt(index), 0x01000193)
  return value | 0
}
