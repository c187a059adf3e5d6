import type { Authenticator } from './authenticator.ts'
import type { Visitor } from './visitor.ts'

const PASSKEY = '/api/auth/passkey'

interface Added {
  /** The account's; the one that visitors sign up with unless another is given. */
  password?: unknown
  name?: unknown
  headers?: Record<string, string>
}

/** Begins to add a passkey to the account that a visitor is signed in to. */
export function beginPasskey(
  visitor: Visitor,
  password: unknown = 'sunny day 1',
  headers: Record<string, string> = {},
): Promise<Response> {
  return visitor.fetch(`${PASSKEY}/generate-register-options`, { json: { password }, headers })
}

/** Adds a passkey. @returns the answer to the device's response, or the refusal before it */
export async function addPasskey(
  visitor: Visitor,
  device: Authenticator,
  { password, name, headers = {} }: Added = {},
): Promise<Response> {
  const begun = await beginPasskey(visitor, password, headers)
  if (!begun.ok) return begun
  const response = device.create((await begun.json()) as { challenge: string })
  return visitor.fetch(`${PASSKEY}/verify-registration`, { json: { response, name }, headers })
}
