/**
 * Replaces the product's `scrypt.ts` in the API's tests, which hash hundreds of passwords. It takes
 * 2 ms instead of 60.
 */
import { randomBytes, scrypt } from 'node:crypto'
import * as real from '../features/auth/common/scrypt.ts'
import { registerCleanup } from './register-cleanup.ts'

const KEY_BYTES = 64
const COST = { N: 1024, r: 8, p: 1 }
/** No real hash starts with it, so both kinds can be verified. */
const MARK = 'cheap'

let isReal = false

/** Has the tests of this file hash as the product does. */
export function enableRealScrypt(): void {
  isReal = true
  registerCleanup(() => {
    isReal = false
  })
}

export async function hashPassword(password: string): Promise<string> {
  if (isReal) return real.hashPassword(password)
  const salt = `${MARK}${randomBytes(16).toString('hex')}`
  return `${salt}:${await keyOf(password, salt)}`
}

export async function verifyPassword({
  hash,
  password,
}: {
  hash: string
  password: string
}): Promise<boolean> {
  if (!hash.startsWith(MARK)) return real.verifyPassword({ hash, password })
  const [salt = '', key] = hash.split(':')
  return (await keyOf(password, salt)) === key
}

function keyOf(password: string, salt: string): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => {
      if (error) reject(error)
      else resolve(key.toString('hex'))
    })
  })
}
