/** A piece of a text that can be found as a whole: a word, or one character of what is written without spaces. */
export interface Token {
  text: string
  /** Whether it is one character: of a script without spaces, or what is neither letter nor digit (an emoji, a sign). */
  single: boolean
}

const UNSPACED = String.raw`[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]&&[\p{L}\p{N}]]`
const PIECE = new RegExp(String.raw`([[\p{L}\p{N}\p{M}]--${UNSPACED}]+)|${UNSPACED}\p{M}*|[[^\p{L}\p{N}]--\p{White_Space}]+`, 'gv')
/** Invisible, and in one person's text but not in another's. Two kinds carry meaning: joiners in emoji, and the tags of flags. */
const IGNORED = /[\p{Default_Ignorable_Code_Point}--[\u{200d}\u{e0020}-\u{e007f}]]|(?<=[\p{L}\p{M}])\u{200d}/gv
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The text in the one form that stands for all its spellings: compatibility forms, upper and lower case are one. */
export function fold(text: string): string {
  // Upper case first, for letters that have no lower case of their own or several (ß, ς).
  return text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').replace(IGNORED, '').normalize('NFKC')
}

/** @param folded what `fold` returns */
export function tokens(folded: string): Token[] {
  const found: Token[] = []
  for (const [piece, run] of folded.matchAll(PIECE)) {
    if (run) found.push({ text: run, single: false })
    else for (const { segment } of segmenter.segment(piece)) found.push({ text: segment, single: true })
  }
  return found
}

/**
 * What the search keeps of a post or a name: its tokens with a space around each, and the numbers of all the grams that a
 * search could look for. It needs no word list, no extension and no locale of the database, so every script is alike.
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
  return { text: ` ${found.map((token) => token.text).join(' ')} `, grams: [...grams] }
}

export function wholeGram(token: Token): number {
  return hash(`=${token.text}`)
}

/** The first letter of a word, and its first two. */
export function startGrams(word: string): number[] {
  const letters = [...word]
  return [1, 2].filter((length) => length <= letters.length).map((length) => hash(`^${letters.slice(0, length).join('')}`))
}

/** Every three letters of a word that stand together. */
export function innerGrams(word: string): number[] {
  const letters = [...word]
  return letters.slice(2).map((letter, index) => hash(`~${letters[index]}${letters[index + 1]}${letter}`))
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
  for (let index = 0; index < gram.length; index++) value = Math.imul(value ^ gram.charCodeAt(index), 0x01000193)
  return value | 0
}
