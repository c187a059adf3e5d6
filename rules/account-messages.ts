import { limits } from './limits.ts'

/** Messages about accounts. Kept apart from messages.ts, which the feed loads. */
export const accountMessages = {
  usernameShape: `A username has ${limits.usernameLength.min} to ${limits.usernameLength.max} letters a–z, digits or underscores.`,
  usernameTaken: 'That username is taken. Try another.',
  emailInvalid: 'Please enter an email address.',
  passwordLength: `A password has ${limits.passwordLength.min} to ${limits.passwordLength.max} characters.`,
  identifierEmpty: 'Please enter your email or username.',
  passwordEmpty: 'Please enter your password.',
  codeEmpty: 'Please enter the code from your authenticator app.',
} as const
