import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeFolders } from './files.ts'
import { codeOf, messageOf, OperatorError } from './operator-error.ts'

/** Where the secret is kept. */
export function secretFile(dataDir: string): string {
  return path.join(dataDir, 'auth-secret')
}

/**
 * The secret that signs sessions where the operator gave none: made once and kept in the data directory.
 * @throws OperatorError when the directory cannot be used
 */
export function keptSecret(dataDir: string): string {
  const file = secretFile(dataDir)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw unusable(dataDir, error)
  }
  const unfinished = `${file}.${process.pid}`
  try {
    makeFolders(dataDir)
    writeFileSync(unfinished, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
    // A link, unlike a rename, never replaces the secret of another process that was faster.
    linkSync(unfinished, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw unusable(dataDir, error)
  } finally {
    rmSync(unfinished, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}

function unusable(dataDir: string, error: unknown): OperatorError {
  return new OperatorError(`The data directory ${dataDir} cannot be used: ${messageOf(error)}.`)
}
