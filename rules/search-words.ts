/** A searchable unit: a word, or one character of a script without spaces. */
export interface Token {
  text: string
  /** Index of its first UTF-16 unit. */
  at: number
  /** Whether it is one character: of a script without spaces, an emoji or a symbol. */
  single: boolean
}

const UNSPACED_SCRIPT = String.raw`[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]&&[\p{L}\p{N}]]`
const TOKEN = new RegExp(
  String.raw`([[\p{L}\p{N}\p{M}]--${UNSPACED_SCRIPT}]+)|${UNSPACED_SCRIPT}\p{M}*|[[^\p{L}\p{N}]--\p{White_Space}]+`,
  'gv',
)
/** Invisible characters, except joiners in emoji and the tags of flags. */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}--[\u{200d}\u{e0020}-\u{e007f}]]|(?<=[\p{L}\p{M}])\u{200d}/gv
/** People rarely type these in a query. */
const ACCENTS_AND_SKIN_TONES = /[\u0300-\u036f\u{1f3fb}-\u{1f3ff}]/gu
const APOSTROPHES = /[\u2018\u2019\u02bc]/g
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Normalizes compatibility forms, case, accents and apostrophes for comparison. */
export function fold(text: string): string {
  // Upper case first: some letters have no or several lower-case forms (ß, ς).
  const letters = text
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(APOSTROPHES, "'")
  return letters
    .normalize('NFKD')
    .replace(ACCENTS_AND_SKIN_TONES, '')
    .replace(INVISIBLE, '')
    .normalize('NFKC')
}

/** @param folded what `fold` returns */
export function tokens(folded: string): Token[] {
  const result: Token[] = []
  for (const { 0: match, 1: word, index: at } of folded.matchAll(TOKEN)) {
    if (word) result.push({ text: word, at, single: false })
    else
      for (const { segment, index } of segmenter.segment(match))
        result.push({ text: segment, at: at + index, single: true })
  }
  return result
}

/** The tokens of each distinct word of a query. Words are separated by white space. */
export function searchWords(query: string): Token[][] {
  return [...new Set(fold(query).split(/\p{White_Space}+/u))]
    .map(tokens)
    .filter((word) => word.length > 0)
}

/** Whether a word also matches inside longer words: with three letters or more. */
export function matchesInsideWords(word: readonly Token[]): boolean {
  const letters = word.reduce(
    (count, token) => count + (token.single ? 0 : [...token.text].length),
    0,
  )
  return word[0]?.single === false && letters >= 3
}
