import type { Authenticator } from './authenticator.ts'
import type { Visitor } from './visitor.ts'

/** Adds a passkey to the account that a visitor is signed in to. @returns the answer to the device's, or the refusal before */
export async function addPasskey(
  visitor: Visitor,
  device: Authenticator,
  { name, headers = {} }: { name?: unknown; headers?: Record<string, string> } = {},
): Promise<Response> {
  const asked = await visitor.fetch('/api/auth/passkey/generate-register-options', { headers })
  if (!asked.ok) return asked
  const response = device.create((await asked.json()) as { challenge: string })
  return visitor.fetch('/api/auth/passkey/verify-registration', { json: { response, name }, headers })
}
