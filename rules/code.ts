/** Also the prolonged sound mark, which is at the place of the dash on Japanese keyboards. */
const SEPARATOR = /[\p{White_Space}\p{Dash}\p{Default_Ignorable_Code_Point}\u30fc]/gu
const DIGIT = /^\p{Nd}$/u

/**
 * A code of two-step sign-in as it is compared: in lower case, with the digits 0 to 9 of any
 * keyboard, without spaces and dashes.
 */
export function plainCode(text: string): string {
  return text
    .normalize('NFKC')
    .replace(SEPARATOR, '')
    .replace(/\p{Nd}/gu, asciiDigit)
    .toLowerCase()
}

/** In Unicode, the ten digits of a script are neighbours, as are those of several styles. */
function asciiDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0
  let zero = codePoint
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--
  return String((codePoint - zero) % 10)
}
