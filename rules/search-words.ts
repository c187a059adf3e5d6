import { fold } from './fold.ts'

/** A searchable unit: a word, or one character of a script without spaces. */
export interface Token {
  text: string
  /** Index of its first UTF-16 unit. */
  at: number
  /** Whether it is one character: of a script without spaces, an emoji or a symbol. */
  single: boolean
}

/** A word of a query, or a phrase, which matches as it is and in whole words. */
export interface QueryWord {
  tokens: Token[]
  isPhrase: boolean
}

const UNSPACED_SCRIPT = String.raw`[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]&&[\p{L}\p{N}]]`
const TOKEN = new RegExp(
  String.raw`([[\p{L}\p{N}\p{M}]--${UNSPACED_SCRIPT}]+)|${UNSPACED_SCRIPT}\p{M}*|[[^\p{L}\p{N}]--\p{White_Space}]+`,
  'gv',
)
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

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

const QUOTES = '"“”„‟«»「」『』〝〞〟'
const LETTER = String.raw`[\p{L}\p{N}\p{M}]`
/** A sign with a mark or joiner after it is another character, such as the emoji of #. */
const ALONE = String.raw`(?![\p{M}\p{Grapheme_Extend}\u200d])`
const UNTIL_QUOTE = `${ALONE}([^${QUOTES}]*)`
/** Quotes that open and close differently can be inside a word, as in Chinese. */
const PHRASE = new RegExp(
  [
    `[“„‟]${UNTIL_QUOTE}[“”]${ALONE}`,
    `«${UNTIL_QUOTE}»${ALONE}`,
    `「${ALONE}([^「」]*)」${ALONE}`,
    `『${ALONE}([^『』]*)』${ALONE}`,
    `(?<!${LETTER})[${QUOTES}]${UNTIL_QUOTE}[${QUOTES}](?!${LETTER})${ALONE}`,
  ].join('|'),
  'gv',
)
/** Without one of these, a word consists of signs alone. */
const CONTENT = /[\p{L}\p{N}\p{M}\p{So}\p{Extended_Pictographic}]/u
/** Sentence marks of all scripts, brackets and double quotes: optional at the ends of a word. */
const OPTIONAL = String.raw`[\p{Terminal_Punctuation}\p{Ps}\p{Pe}¡¿${QUOTES}]`
const OPTIONAL_ONLY = new RegExp(`^[${OPTIONAL}#@]*$`, 'v')
const OPTIONAL_ENDS = new RegExp(`^(?:[${OPTIONAL}#@]${ALONE})+|${OPTIONAL}+$`, 'gv')

/**
 * The distinct words and phrases of a query. Words are separated by white space, phrases are
 * between double quotes of any kind. A query of optional signs alone consists of these.
 */
export function searchWords(query: string): QueryWord[] {
  const folded = fold(query)
  const phrases = [...folded.matchAll(PHRASE)].flatMap(([, ...parts]) => parts.join(''))
  const words = splitAtSpaces(folded.replace(PHRASE, ' '))
  const found = [
    ...phrases.map((text) => ({
      text: withoutOptionalEnds(text.trim()) || text.trim(),
      isPhrase: true,
    })),
    ...words.map((text) => ({ text: withoutOptionalEnds(text), isPhrase: false })),
  ].filter(({ text }) => text !== '')
  const distinct = new Map(found.map((word) => [`${word.isPhrase} ${word.text}`, word]))
  const signs = splitAtSpaces(folded).map((text) => ({ text, isPhrase: false }))
  return (found.length > 0 ? [...distinct.values()] : signs)
    .map(({ text, isPhrase }) => ({ tokens: tokens(text), isPhrase }))
    .filter((word) => word.tokens.length > 0)
}

const splitAtSpaces = (text: string) => [
  ...new Set(text.split(/\p{White_Space}+/u).filter((word) => word !== '')),
]

/** A word of other signs, such as `%` or `:-)`, stays as it is. */
function withoutOptionalEnds(word: string): string {
  if (CONTENT.test(word)) return word.replace(OPTIONAL_ENDS, '').trim()
  return OPTIONAL_ONLY.test(word) ? '' : word
}

const HANGUL = /[\uac00-\ud7a3]/g

/**
 * Whether a word also matches inside longer words: with three letters or more, or two syllables of
 * Korean.
 */
export function matchesInsideWords({ tokens, isPhrase }: QueryWord): boolean {
  if (isPhrase || tokens[0]?.single !== false) return false
  const letters = tokens.map(({ text, single }) => (single ? '' : text)).join('')
  return [...letters].length >= 3 || (letters.match(HANGUL)?.length ?? 0) >= 2
}
