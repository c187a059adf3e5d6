import * as accountApi from '#rules/account-api.ts'
import { promptForCredential } from '../../../lib/passkey.ts'
import { accountRequest } from '../account-request.ts'

/**
 * Adds a passkey of this device to the signed-in account.
 * @param password of the account, if it has one
 * @returns false when the user cancelled
 * @throws ApiError when the device has a passkey already or the server rejects it
 */
export async function registerPasskey(name: string, password?: string): Promise<boolean> {
  const options = await accountRequest(accountApi.passkeyRegistrationOptions, {
    body: { password },
  })
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as object as PublicKeyCredentialCreationOptionsJSON,
  )
  const passkey = await promptForCredential(() => navigator.credentials.create({ publicKey }))
  if (!passkey) return false
  await accountRequest(accountApi.verifyPasskeyRegistration, {
    body: { response: passkey, name },
  })
  return true
}
