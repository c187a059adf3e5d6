import type * as z from 'zod/mini'
import * as accountApi from '#rules/account-api.ts'
import { authMessages } from '../messages/auth-common.ts'
import { ApiError } from './api-error.ts'
import { t } from './i18n.ts'
import { request } from './request.ts'

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
 * @throws ApiError when the server rejects the passkey
 */
export async function signInWithPasskey(): Promise<boolean> {
  const options = await request(accountApi.passkeySignInOptions)
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as object as PublicKeyCredentialRequestOptionsJSON,
  )
  const passkey = await promptForCredential(() => navigator.credentials.get({ publicKey }))
  if (!passkey) return false
  await request(accountApi.verifyPasskeySignIn, { body: { response: passkey } })
  return true
}

/** What the server reads of a passkey's response. */
type CredentialJson = z.input<typeof accountApi.verifyPasskeySignIn.request>['response']

/**
 * Runs a WebAuthn call, which opens the browser's own dialog.
 * @returns null when the user cancelled or the dialog timed out
 * @throws ApiError when the device has a passkey already or can't create one
 */
export async function promptForCredential(
  prompt: () => Promise<Credential | null>,
): Promise<CredentialJson | null> {
  try {
    const credential = (await prompt()) as PublicKeyCredential | null
    return credential && (credential.toJSON() as object as CredentialJson)
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    // Browsers report a refusal, a closed dialog and a timeout with the same error.
    if (name === 'NotAllowedError') return null
    const message =
      name === 'InvalidStateError' ? authMessages.passkeyOnDevice : authMessages.passkeyUnusable
    throw new ApiError({ status: 0, detail: t(message) })
  }
}
