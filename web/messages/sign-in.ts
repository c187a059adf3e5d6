import { msg } from '@lingui/core/macro'

export const signInMessages = {
  documentTitle: (title: string) => msg`${title} · Good Vibes`,
  or: msg`or`,
  startOver: msg`Start over`,
  notNow: msg`Not now`,
  backToSignIn: msg`Back to sign-in`,
  oneMoreStep: msg`One more step`,
  emailHint: msg`Your username works too.`,
  usernameHint: msg`Letters a–z, digits and underscores.`,

  email: msg`Email`,
  password: msg`Password`,
  displayName: msg`Display name`,
  username: msg`Username`,
  code: msg`Code`,
  codeHint: msg`From your authenticator app. A recovery code works too.`,

  signIn: msg`Sign in`,
  signInTitle: msg`Welcome back`,
  newHere: msg`New here? <link>Create an account</link>`,
  forgotPassword: msg`Forgot your password?`,
  operatorResets: msg`Forgot your password? The operator of this site can reset it for you.`,
  usePasskey: msg`Use a passkey`,
  continueWith: (provider: string) => msg`Continue with ${provider}`,

  createAccountTitle: msg`Create an account`,
  createAccountHeading: msg`Glad you’re here`,
  createAccount: msg`Create account`,
  agreeToRules: msg`By joining, you agree to <link>our rules</link>.`,
  haveAccount: msg`Already have an account? <link>Sign in</link>`,

  usernameTitle: msg`Choose a username`,
  usernameAbout: msg`Others find you by it. You need one to share or like posts.`,
  saveUsername: msg`Save username`,
}

export const mailFormMessages = {
  forgotAbout: msg`We’ll email you a link to set a new one.`,
  emailLink: msg`Email me a link`,
  finishTitle: msg`Create your account`,
  finishAbout: msg`Almost there. Enter your password to confirm it’s you.`,
  finish: msg`Create my account`,
  resetTitle: msg`Choose a new password`,
  resetAbout: msg`Saving it signs you out on every device.`,
  reset: msg`Save password`,
  verifyTitle: msg`Verify your address`,
  verifyAbout: msg`One click confirms this is your address.`,
  verify: msg`Verify this address`,
  checkEmail: msg`Check your email`,
  linkSent: msg`If that account exists, we’ve sent it a link. The link works for an hour.`,
  signUpSent: msg`We’ve sent you an email. Its link creates your account and works for a day.`,
  resetDone: msg`Your password is set`,
  resetDoneAbout: msg`You’re signed out on every device. Sign in with your new password now.`,
  verified: msg`Thank you`,
  verifiedAbout: msg`Your email address is verified.`,
  continue: msg`Continue to Good Vibes`,
}
