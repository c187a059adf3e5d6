import { limits } from './limits.ts'

/** The words about accounts where client and server say the same; apart from the others, which are loaded with the feed. */
export const accountMessages = {
  usernameShape: `A username has ${limits.usernameLength.min} to ${limits.usernameLength.max} letters a–z, digits or underscores.`,
  usernameTaken: 'That username is taken. Try another.',
  emailInvalid: 'Please enter an email address.',
  passwordLength: `A password has ${limits.passwordLength.min} to ${limits.passwordLength.max} characters.`,
  identifierEmpty: 'Please enter your email or username.',
  passwordEmpty: 'Please enter your password.',
  codeEmpty: 'Please enter the code that your authenticator app shows.',
} as const
