import { chosen } from '../../../lib/passkey.ts'
import { ownRequest } from '../account-request.ts'

/**
 * Adds a passkey of this device to the account that is signed in, under a name to know it by.
 * @param password the account's, where it has one
 * @returns false when the person cancelled
 * @throws RequestProblem when the device has one already or the server does not take it
 */
export async function addPasskey(name: string, password?: string): Promise<boolean> {
  const options = (await ownRequest('/passkey/generate-register-options', {
    password,
  })) as PublicKeyCredentialCreationOptionsJSON
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const passkey = await chosen(() => navigator.credentials.create({ publicKey }))
  if (!passkey) return false
  await ownRequest('/passkey/verify-registration', { response: passkey.toJSON(), name })
  return true
}
