import { createHash, randomInt } from 'node:crypto'

const COUNT = 10
/** What cannot be mistaken for one another: 16 of these are 79 bits, so that a plain hash is enough. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 16

/** Codes to keep somewhere safe, in groups that are easy to copy: `abcd-efgh-jkmn-pqrs`. */
export function newRecoveryCodes(): string[] {
  const letter = () => LETTERS[randomInt(LETTERS.length)]
  const code = () =>
    Array.from({ length: LENGTH }, letter)
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-')
  return Array.from({ length: COUNT }, code)
}

/** What is kept of a code, whichever way its groups are written. */
export function hashOfRecoveryCode(code: string): string {
  const letters = code.toLowerCase().replace(/[\s-]/g, '')
  return createHash('sha256').update(letters).digest('hex')
}
