/** Invisible characters, except joiners in emoji and the tags of flags. */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}--[\u{200d}\u{e0020}-\u{e007f}]]|(?<=[\p{L}\p{M}])\u{200d}/gv
/**
 * People rarely type these in a query: accents, skin tones, the points of Arabic, Hebrew and Syriac
 * with the marks of their letters, and the line that stretches an Arabic word.
 */
const RARELY_TYPED =
  /[\u0300-\u036f\u{1f3fb}-\u{1f3ff}\u0640[\p{M}&&[\p{scx=Arab}\p{scx=Hebr}\p{scx=Syrc}]]]/gv
const APOSTROPHES = /[\u2018\u2019\u02bc]/g
/** Letters with a stroke and the letter without it. Unicode does not decompose them. */
const STROKE_LETTERS =
  'øo łl đd ħh ŧt ƀb ƚl ƶz ǥg ȼc ɇe ɉj ɍr ɏy ɨi ɟj ʉu ᵽp ⱡl ⱥa ⱦt ꝁk ꝃk ꝅk ꝑp ꝗq ꝙq ꝟv ꞓc ꞙf ꞡg ꞣk ꞥn ꞧr ꞩs ꞹu ғг ҝк ҟк ұү ҹч ӿх'
const withoutStroke = new Map(
  STROKE_LETTERS.split(' ').map(([letter = '', plain = '']) => [letter, plain]),
)
const STROKE = new RegExp(`[${[...withoutStroke.keys()].join('')}]`, 'gu')

/**
 * Normalizes compatibility forms, case, accents, points, strokes and apostrophes for comparison.
 * After a change, raise `SEARCH_VERSION` in api/lib/search-text.ts.
 */
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
    .replace(RARELY_TYPED, '')
    .replace(STROKE, (letter) => withoutStroke.get(letter) ?? letter)
    .replace(INVISIBLE, '')
    .normalize('NFKC')
}
