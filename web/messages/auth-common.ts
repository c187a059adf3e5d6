import { msg } from '@lingui/core/macro'

/** Text that several sections of the settings share. */
export const authMessages = {
  password: msg`Password`,
  confirmIdentity: msg`Confirm it’s you`,
  continue: msg`Continue`,
  otherDevicesSignedOut: msg`Every other device is signed out.`,
  passkeyOnDevice: msg`This device already has a passkey for your account.`,
  passkeyUnusable: msg`Your browser couldn’t use a passkey here. Please try again.`,
}
