import { authRequest } from '../../lib/auth-request.ts'
import { chosen } from '../../lib/passkey.ts'

/**
 * Adds a passkey of this device to the account that is signed in, under a name to know it by.
 * @returns false when the person cancelled
 * @throws RequestProblem when the device has one already or the server does not take it
 */
export async function addPasskey(name: string): Promise<boolean> {
  const options = (await authRequest('/passkey/generate-register-options')) as PublicKeyCredentialCreationOptionsJSON
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const passkey = await chosen(() => navigator.credentials.create({ publicKey }))
  if (!passkey) return false
  await authRequest('/passkey/verify-registration', { response: passkey.toJSON(), name })
  return true
}
