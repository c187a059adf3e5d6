import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { randomText } from '#api/lib/random-text.ts'

const PREFIX = 'gv_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** About 178 bits, so that secrets cannot be guessed. */
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const DIGIT = '[0-9A-Za-z]'
const FORMAT = new RegExp(`^${PREFIX}(${DIGIT}{${RANDOM_LENGTH}})(${DIGIT}{${CHECKSUM_LENGTH}})$`)

/** A new secret: a prefix that scanners for leaks find, random characters, and a checksum. */
export function newSecret(): string {
  return secretWith(randomText(RANDOM_LENGTH, DIGITS))
}

/** @param random 30 digits of base 62 */
export function secretWith(random: string): string {
  return PREFIX + random + checksumOf(random)
}

/** @returns what the database stores of a secret; null for a mistyped one */
export function hashOf(secret: string): string | null {
  const [, random = '', checksum] = FORMAT.exec(secret) ?? []
  return checksum !== undefined && checksum === checksumOf(random)
    ? hash('sha256', secret, 'hex')
    : null
}

/** The CRC-32 of the text in base 62. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < CHECKSUM_LENGTH) {
    digits = DIGITS[rest % DIGITS.length] + digits
    rest = Math.floor(rest / DIGITS.length)
  }
  return digits
}
