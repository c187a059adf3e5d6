import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

/** Writes the files of a built client into a temporary directory. Returns the directory. */
export function builtClient(files: Record<string, string | Buffer>): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'good-vibes-client-'))
  afterAll(() => rmSync(directory, { recursive: true }))
  mkdirSync(path.join(directory, 'assets'))
  for (const [name, content] of Object.entries(files))
    writeFileSync(path.join(directory, name), content)
  return directory
}
