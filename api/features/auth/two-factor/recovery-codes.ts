import { createHash, randomInt } from 'node:crypto'
import { plainCode } from '#rules/code.ts'

const COUNT = 10
/** No look-alikes. 16 of them have 79 bits of entropy, so an unsalted hash is enough. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 16

/** Codes of the form `abcd-efgh-jkmn-pqrs`. */
export function generateRecoveryCodes(): string[] {
  const letter = () => ALPHABET[randomInt(ALPHABET.length)]
  const code = () =>
    Array.from({ length: LENGTH }, letter)
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-')
  return Array.from({ length: COUNT }, code)
}

/** Ignores case, spaces and dashes. */
export function hashRecoveryCode(code: string): string {
  return createHash('sha256').update(plainCode(code)).digest('hex')
}
