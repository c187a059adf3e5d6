/** A piece of a text that can be found as a whole: a word, or one character of what is written without spaces. */
export interface Token {
  text: string
  /** Where it begins. */
  at: number
  /** Whether it is one character: of a script without spaces, or what is neither letter nor digit (an emoji, a sign). */
  single: boolean
}

const UNSPACED = String.raw`[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]&&[\p{L}\p{N}]]`
const PIECE = new RegExp(
  String.raw`([[\p{L}\p{N}\p{M}]--${UNSPACED}]+)|${UNSPACED}\p{M}*|[[^\p{L}\p{N}]--\p{White_Space}]+`,
  'gv',
)
/** Invisible, and in one person's text but not in another's. Two kinds carry meaning: joiners in emoji, and the tags of flags. */
const IGNORED =
  /[\p{Default_Ignorable_Code_Point}--[\u{200d}\u{e0020}-\u{e007f}]]|(?<=[\p{L}\p{M}])\u{200d}/gv
/** What people leave out when they search, and phones put in: accents on letters, the colour of a hand. */
const LEFT_OUT = /[\u0300-\u036f\u{1f3fb}-\u{1f3ff}]/gu
const APOSTROPHES = /[\u2018\u2019\u02bc]/g
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The text in the one form that stands for all its spellings: compatibility forms, upper and lower case, accents are one. */
export function fold(text: string): string {
  // Upper case first, for letters that have no lower case of their own or several (ß, ς).
  const letters = text
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(APOSTROPHES, "'")
  return letters.normalize('NFKD').replace(LEFT_OUT, '').replace(IGNORED, '').normalize('NFKC')
}

/** @param folded what `fold` returns */
export function tokens(folded: string): Token[] {
  const found: Token[] = []
  for (const { 0: piece, 1: run, index: at } of folded.matchAll(PIECE)) {
    if (run) found.push({ text: run, at, single: false })
    else
      for (const { segment, index } of segmenter.segment(piece))
        found.push({ text: segment, at: at + index, single: true })
  }
  return found
}

/** A query's words, each in its pieces: what white space parts is looked for separately. */
export function searchWords(query: string): Token[][] {
  return [...new Set(fold(query).split(/\p{White_Space}+/u))]
    .map(tokens)
    .filter((found) => found.length > 0)
}

/** Whether a word is found within another one too, and not only where one begins: from three letters on. */
export function isFoundWithin(word: readonly Token[]): boolean {
  const letters = word.reduce(
    (count, token) => count + (token.single ? 0 : [...token.text].length),
    0,
  )
  return word[0]?.single === false && letters >= 3
}
