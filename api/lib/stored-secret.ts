import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ensureFolder } from './files.ts'
import { codeOf, messageOf, OperatorError } from './operator-error.ts'

/** Characters of a secret. */
export const MIN_SECRET_LENGTH = 32

export function secretFile(dataDir: string): string {
  return path.join(dataDir, 'auth-secret')
}

/**
 * @returns null when the data directory has no secret
 * @throws OperatorError when the directory cannot be used
 */
export function readStoredSecret(dataDir: string): string | null {
  try {
    return readFileSync(secretFile(dataDir), 'utf8').trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw unusableError(dataDir, error)
  }
}

/**
 * The secret used without AUTH_SECRET: generated once and stored in the data directory.
 * @throws OperatorError when the directory cannot be used, or the stored secret is cut off
 */
export function loadOrCreateSecret(dataDir: string): string {
  const file = secretFile(dataDir)
  const secret = readStoredSecret(dataDir) ?? createSecret(dataDir, file)
  if (secret.length >= MIN_SECRET_LENGTH) return secret
  throw new OperatorError(
    `The secret in ${file} is empty or cut off: it has fewer than ${MIN_SECRET_LENGTH} ` +
      'characters. Replace the file with a copy that you saved. Without a copy, delete the file: ' +
      'the next start creates another secret. Then people sign in again, and set up ' +
      'authenticator apps and webhooks again.',
  )
}

function createSecret(dataDir: string, file: string): string {
  const temporary = `${file}.${process.pid}`
  try {
    ensureFolder(dataDir)
    const secret = `${randomBytes(32).toString('base64url')}\n`
    writeFileSync(temporary, secret, { mode: 0o600, flush: true })
    // Unlike a rename, a link never replaces a secret that another process has just created.
    linkSync(temporary, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw unusableError(dataDir, error)
  } finally {
    rmSync(temporary, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}

function unusableError(dataDir: string, error: unknown): OperatorError {
  return new OperatorError(
    `The data directory ${dataDir} (DATA_DIR) cannot be used: ${messageOf(error)}.`,
  )
}
