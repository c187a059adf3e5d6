import { MIMEType } from 'node:util'

/** A Content-Type header that says JSON; null for any other, and for none. */
export function jsonTypeOf(header = ''): MIMEType | null {
  try {
    const type = new MIMEType(header)
    return type.essence === 'application/json' ? type : null
  } catch {
    return null
  }
}
