import { fold, type Token, tokens } from '#rules/search-words.ts'

/** A text as it is compared with a query: its tokens with a space around each. */
export function comparedText(text: string): string {
  return spaced(tokens(fold(text)))
}

/**
 * What the search keeps of a post or a name: the text that is compared, and the numbers of all the grams that a search could
 * look for. It needs no word list, no extension and no locale of the database, so every script is alike.
 */
export function searchText(text: string): { text: string; grams: number[] } {
  const found = tokens(fold(text))
  const grams = new Set<number>()
  for (const token of found) {
    grams.add(wholeGram(token))
    if (token.single) continue
    for (const gram of [...startGrams(token.text), ...innerGrams(token.text)]) grams.add(gram)
  }
  for (const gram of pairGrams(found)) grams.add(gram)
  return { text: spaced(found), grams: [...grams] }
}

function spaced(found: readonly Token[]): string {
  return ` ${found.map(({ text }) => text).join(' ')} `
}

export function wholeGram(token: Token): number {
  return hash(`=${token.text}`)
}

/** The first letter of a word, its first two and its first three. */
export function startGrams(word: string): number[] {
  const letters = [...word]
  return [1, 2, 3]
    .filter((length) => length <= letters.length)
    .map((length) => hash(`^${letters.slice(0, length).join('')}`))
}

/** Every three letters of a word that stand together. */
export function innerGrams(word: string): number[] {
  const letters = [...word]
  return letters
    .slice(2)
    .map((letter, index) => hash(`~${letters[index]}${letters[index + 1]}${letter}`))
}

/** Every two single characters that stand together. */
export function pairGrams(found: readonly Token[]): number[] {
  return found.slice(1).flatMap((token, index) => {
    const before = found[index]
    return before?.single && token.single ? [hash(`&${before.text} ${token.text}`)] : []
  })
}

/** FNV-1a over UTF-16 units, as a 32-bit integer. Equal numbers of unequal grams cost a second look, nothing else. */
function hash(gram: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < gram.length; index++)
    value = Math.imul(value ^ gram.charCodeAt(index), 0x01000193)
  return value | 0
}
