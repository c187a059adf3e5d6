import { authRequest, RequestProblem } from './auth-request.ts'

/** Whether this browser has passkeys, and reads and writes their options as JSON. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  )
}

/**
 * Signs in with a passkey that the person chooses.
 * @returns false when the person chose none
 * @throws RequestProblem when the server does not take it
 */
export async function signInWithPasskey(): Promise<boolean> {
  const options = (await authRequest(
    '/passkey/generate-authenticate-options',
  )) as PublicKeyCredentialRequestOptionsJSON
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const passkey = await chosen(() => navigator.credentials.get({ publicKey }))
  if (!passkey) return false
  await authRequest('/passkey/verify-authentication', { response: passkey.toJSON() })
  return true
}

/**
 * What a browser asks for with its own window; null for who chose nothing.
 * @throws RequestProblem
 */
export async function chosen(
  ask: () => Promise<Credential | null>,
): Promise<PublicKeyCredential | null> {
  try {
    return (await ask()) as PublicKeyCredential | null
  } catch (reason) {
    const name = reason instanceof DOMException ? reason.name : ''
    // A browser tells a refusal, a closed dialog and a timeout alike.
    if (name === 'NotAllowedError') return null
    if (name === 'InvalidStateError')
      throw new RequestProblem(0, 'This device already has a passkey for your account.')
    throw new RequestProblem(0, 'Your browser could not use a passkey here. Please try again.')
  }
}
