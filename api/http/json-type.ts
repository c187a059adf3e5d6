import { MIMEType } from 'node:util'

/** Parses a Content-Type header. Null unless it is JSON. */
export function jsonTypeOf(header = ''): MIMEType | null {
  try {
    const type = new MIMEType(header)
    return type.essence === 'application/json' ? type : null
  } catch {
    return null
  }
}
