import { hash } from 'node:crypto'
import { randomText, UNAMBIGUOUS } from '#api/lib/random-text.ts'
import { plainCode } from '#rules/code.ts'

const COUNT = 10
/** They have 79 bits of entropy, so an unsalted hash is enough. */
const LENGTH = 16

/** Codes of the form `abcd-efgh-jkmn-pqrs`. */
export function generateRecoveryCodes(): string[] {
  const code = () => randomText(LENGTH, UNAMBIGUOUS).replace(/(.{4})(?=.)/g, '$1-')
  return Array.from({ length: COUNT }, code)
}

/** Ignores case, spaces and dashes. */
export function hashRecoveryCode(code: string): string {
  return hash('sha256', plainCode(code), 'hex')
}
