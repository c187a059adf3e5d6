import { msg, plural } from '@lingui/core/macro'

export const emailMessages = {
  title: msg`Email`,
  about: msg`You can sign in with it. Only you can see it.`,
  failed: msg`We couldn’t load your email.`,
  verified: msg`Verified`,
  unverified: msg`Not verified yet. Follow the link we emailed you.`,
  sendAgain: msg`Send again`,
  sent: msg`Email sent`,
  sentDescription: msg`Its link works for a day.`,
  change: msg`Change address`,
  changeTitle: msg`Change your email address`,
  changeAbout: msg`We’ll email a link to the new address. Until you open it, this one stays.`,
  newAddress: msg`New address`,
  changed: msg`Email address changed`,
  checkMail: msg`Check your email`,
  checkMailDescription: msg`The link that we sent to the new address changes it.`,
}

export const usernameMessages = {
  title: msg`Username`,
  about: msg`Others find you by it. You need one to share or like posts.`,
  choose: msg`Choose a username`,
}

export const passwordMessages = {
  about: msg`A new password signs every other device out.`,
  current: msg`Current password`,
  new: msg`New password`,
  change: msg`Change password`,
  changed: msg`Password changed`,
}

export const twoFactorMessages = {
  title: msg`Two-step sign-in`,
  about: msg`After your password, you enter a code from an app on your phone. Passkeys don’t need one.`,
  failed: msg`We couldn’t load this setting.`,
  turnOn: msg`Turn on`,
  turnOff: msg`Turn off`,
  turnOffTitle: msg`Turn two-step sign-in off`,
  turnOffAbout: msg`You’ll only need your password.`,
  isOn: msg`Two-step sign-in is on`,
  isOff: msg`Two-step sign-in is off`,
  isOffDescription: msg`You only need your password now.`,
  status: (date: string, codes: number) =>
    msg`On since ${date}. ${plural(codes, { one: 'One recovery code is', other: '# recovery codes are' })} left.`,
  newCodes: msg`New recovery codes`,
  newCodesAbout: msg`Your old codes stop working.`,
  showNewCodes: msg`Show new codes`,
  appTitle: msg`Add Good Vibes to your app`,
  appAbout: msg`Scan this with an authenticator app, or type in the key. Then enter its code.`,
  qrCode: msg`QR code with your key`,
  key: (key: string) => msg`Key: <code>${key}</code>`,
  code: msg`Code`,
  codesTitle: msg`Keep these codes somewhere safe`,
  codesAbout: msg`Lost your phone? Each code signs you in once. We won’t show them again.`,
  codesFile: (host: string) => msg`Good Vibes recovery codes for ${host}. Each works once.`,
  download: msg`Download`,
  saved: msg`I’ve saved them`,
}

export const sessionMessages = {
  title: msg`Where you’re signed in`,
  about: msg`Don’t recognise one? Sign it out and change your password.`,
  failed: msg`We couldn’t load your devices.`,
  thisDevice: msg`This device`,
  lastUsed: msg`Last used <time/>`,
  signOutDevice: (device: string) => msg`Sign out ${device}`,
  signedOut: (device: string) => msg`${device} is signed out.`,
  signOutOthers: msg`Sign out everywhere else`,
}

export const passkeyMessages = {
  title: msg`Passkeys`,
  about: msg`Sign in with your fingerprint, your face or a PIN instead of a password.`,
  failed: msg`We couldn’t load your passkeys.`,
  unsupported: msg`This browser doesn’t support passkeys.`,
  newName: msg`Name of the new passkey`,
  newNameHint: msg`So you’ll recognise it later.`,
  add: msg`Add a passkey`,
  addAbout: msg`Adding it signs every other device out.`,
  added: msg`Passkey added`,
  addedDescription: msg`You can now sign in with it. Every other device is signed out.`,
  addedOn: (date: string) => msg`Added <time>${date}</time>`,
  rename: msg`Rename`,
  renamePasskey: (name: string) => msg`Rename ${name}`,
  renameTitle: msg`Rename this passkey`,
  name: msg`Name`,
  saveName: msg`Save name`,
  remove: msg`Remove`,
  removePasskey: (name: string) => msg`Remove ${name}`,
  removeTitle: msg`Remove this passkey?`,
  removeAbout: (name: string) =>
    msg`“${name}” won’t sign you in anymore. Every other device is signed out.`,
  keep: msg`Keep it`,
  removed: msg`Passkey removed`,
}

export const providerMessages = {
  title: (name: string) => msg`Sign in with ${name}`,
  about: (name: string) => msg`Your account at ${name} can sign you in here.`,
  connected: msg`Connected`,
  canSignIn: (name: string) => msg`You can now sign in with ${name}.`,
  connect: (name: string) => msg`Connect ${name}`,
  disconnect: (name: string) => msg`Disconnect ${name}`,
  disconnected: (name: string) => msg`${name} is disconnected`,
}

export const deleteAccountMessages = {
  title: msg`Delete your account`,
  about: msg`Your posts, likes, photos and all other data are deleted right away. This can’t be undone.`,
  button: msg`Delete account`,
  question: msg`Delete your account?`,
  keep: msg`Keep my account`,
  confirm: msg`Delete for good`,
  deleting: msg`We’re deleting your account…`,
  warning: (username: string) => msg`This deletes @${username} and all your data.`,
  warningWithPassword: (username: string) =>
    msg`This deletes @${username} and all your data. Enter your password to continue.`,
}

export const settingsMessages = {
  title: msg`Settings`,
  accountFailed: msg`We couldn’t load your account.`,
}
