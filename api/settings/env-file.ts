import { parseEnv } from 'node:util'
import { OperatorError } from '#api/lib/operator-error.ts'

/** A name and a value, which may be quoted and may then span lines. `export` is for shells. */
const ASSIGNMENT =
  /^[ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=[ \t]*("[^"]*"|'[^']*'|`[^`]*`|[^\n]*)[ \t]*(#[^\n]*)?$/gm
const COMMENT = /^\s*(#.*)?$/

/**
 * Parses a file of settings, in UTF-8 or UTF-16 with or without a byte order mark.
 * @param name of the file, for messages
 * @throws OperatorError for another encoding, and for a line that is no setting
 */
export function parseEnvFile(bytes: Uint8Array, name: string): Record<string, string> {
  const text = decode(bytes, name).replace(/\r\n?/g, '\n')
  const rest = text.replace(ASSIGNMENT, (assignment) => assignment.replace(/[^\n]+/g, ''))
  const index = rest.split('\n').findIndex((line) => !COMMENT.test(line))
  if (index >= 0)
    throw new OperatorError(
      `Line ${index + 1} of ${name} is no setting. Write it as NAME=value, or begin it with #.`,
    )
  return parseEnv(text) as Record<string, string>
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    // The decoder leaves out the byte order mark.
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // The bytes are invalid in that encoding.
  }
  throw new OperatorError(`The file ${name} is not readable text. Save it in the encoding UTF-8.`)
}

/** UTF-16 begins with a byte order mark, or with an ASCII character, one of whose bytes is 0. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second)) return 'utf-16be'
  return 'utf-8'
}
