import { randomInt } from 'node:crypto'

/** Letters and digits without look-alikes. Each has 4.95 bits of entropy. */
export const UNAMBIGUOUS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Random characters of an alphabet, fit for secrets. */
export function randomText(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}
