import type { Authenticator } from './authenticator.ts'
import type { TestBrowser } from './browser.ts'

const PASSKEY = '/api/auth/passkey'

interface PasskeyOptions {
  /** The account's password; the default is the one of `signUp`. */
  password?: unknown
  name?: unknown
  headers?: Record<string, string>
}

/** Signs in with a passkey. */
export async function signInWithPasskey(
  visitor: TestBrowser,
  device: Authenticator,
): Promise<Response> {
  const options = await visitor.fetch(`${PASSKEY}/generate-authenticate-options`)
  const response = device.get((await options.json()) as { challenge: string })
  return visitor.fetch(`${PASSKEY}/verify-authentication`, { json: { response } })
}

/** Requests the options to register a passkey for the signed-in account. */
export function beginPasskey(
  visitor: TestBrowser,
  password: unknown = 'sunny day 1',
  headers: Record<string, string> = {},
): Promise<Response> {
  return visitor.fetch(`${PASSKEY}/generate-register-options`, { json: { password }, headers })
}

/** Registers a passkey. @returns the response, or the error response to the options request */
export async function addPasskey(
  visitor: TestBrowser,
  device: Authenticator,
  { password, name, headers = {} }: PasskeyOptions = {},
): Promise<Response> {
  const options = await beginPasskey(visitor, password, headers)
  if (!options.ok) return options
  const response = device.create((await options.json()) as { challenge: string })
  return visitor.fetch(`${PASSKEY}/verify-registration`, { json: { response, name }, headers })
}
