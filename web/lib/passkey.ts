import { authRequest, RequestProblem } from './auth-request.ts'

/** Whether this browser supports passkeys and their JSON options. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  )
}

/**
 * Signs in with a passkey that the user picks.
 * @returns false when the user cancelled
 * @throws RequestProblem when the server rejects the passkey
 */
export async function signInWithPasskey(): Promise<boolean> {
  const options = (await authRequest(
    '/passkey/generate-authenticate-options',
  )) as PublicKeyCredentialRequestOptionsJSON
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const passkey = await promptForCredential(() => navigator.credentials.get({ publicKey }))
  if (!passkey) return false
  await authRequest('/passkey/verify-authentication', { response: passkey.toJSON() })
  return true
}

/**
 * Runs a WebAuthn call, which opens the browser's own dialog.
 * @returns null when the user cancelled or the dialog timed out
 * @throws RequestProblem when the device has a passkey already or can't create one
 */
export async function promptForCredential(
  request: () => Promise<Credential | null>,
): Promise<PublicKeyCredential | null> {
  try {
    return (await request()) as PublicKeyCredential | null
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    // Browsers report a refusal, a closed dialog and a timeout with the same error.
    if (name === 'NotAllowedError') return null
    if (name === 'InvalidStateError')
      throw new RequestProblem(0, 'This device already has a passkey for your account.')
    throw new RequestProblem(0, 'Your browser couldn’t use a passkey here. Please try again.')
  }
}
