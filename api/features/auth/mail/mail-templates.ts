import { Html, html } from '#api/lib/html.ts'
import type { Mail } from './mailer.ts'

const BUTTON_STYLE = new Html(
  'display:inline-block;padding:12px 20px;border-radius:12px;background:#A63F07;color:#FFFFFF;' +
    'font-weight:600;text-decoration:none',
)

export interface Template {
  subject: string
  /** Paragraphs between the greeting and the button. */
  before: string[]
  /** Absent for an email without a link. */
  button?: string
  /** Paragraphs after the button. */
  after: string[]
}

/** No display name: it could advertise something to the recipient. */
export interface Recipient {
  /** Null until they choose one. */
  username: string | null
  email: string
}

type MailTemplate = (recipient: Recipient, path: string, publicUrl: string) => Mail

export const confirmSignUpMail = mailTemplate({
  subject: 'Please verify your email address',
  before: [
    'Thank you for joining Good Vibes.',
    'Please confirm that this is your email address, and we’ll create your account.',
  ],
  button: 'Create my account',
  after: [
    'The link works once, for one day, and asks for the password that you chose.',
    'If you didn’t sign up, you can ignore this email. Sorry for the noise.',
  ],
})

/** Sent if the address of a sign-up already has an account. */
export const accountExistsMail = mailTemplate({
  subject: 'You already have an account',
  before: [
    'Someone tried to create a Good Vibes account with your email address. You already have one.',
    'If that was you, please sign in.',
  ],
  button: 'Sign in',
  after: [
    'If you forgot your password, you can choose a new one there.',
    'If it wasn’t you, you can ignore this email: nothing has changed.',
  ],
})

export const verifyEmailMail = mailTemplate({
  subject: 'Please verify your email address',
  before: [
    'Please verify that this is your email address.',
    'You can then get back into your Good Vibes account if you forget your password.',
  ],
  button: 'Verify this address',
  after: [
    'The link works for one day.',
    'If you don’t have an account, you can ignore this email. Sorry for the noise.',
  ],
})

export const changeEmailMail = mailTemplate({
  subject: 'Confirm your new email address',
  before: [
    'You asked to use this email address for your Good Vibes account.',
    'Please confirm that it is yours.',
  ],
  button: 'Use this address',
  after: [
    'The link works once, for one day. Until then, your earlier address stays.',
    'If it wasn’t you, you can ignore this email: nothing has changed.',
  ],
})

/** Sent instead if another account has the address. */
export const emailInUseMail = mailTemplate({
  subject: 'This email address is in use',
  before: [
    'You asked to use this email address for your Good Vibes account.',
    'Another account already has it, so nothing has changed.',
  ],
  button: 'Choose another address',
  after: ['If it wasn’t you, you can ignore this email.'],
})

/** Sent to the earlier address. */
export const emailChangedMail = mailTemplate({
  subject: 'Your email address was changed',
  before: [
    'Your Good Vibes account has another email address now. We won’t write to this one again.',
  ],
  button: 'Sign in',
  after: [
    'If that was you, there’s nothing to do.',
    'If it wasn’t you, change your password, or ask the operator of the site for help.',
  ],
})

export const passwordResetMail = mailTemplate({
  subject: 'Choose a new password',
  before: [
    'Someone requested a new password for your Good Vibes account.',
    'If that was you, choose it here.',
  ],
  button: 'Choose a new password',
  after: [
    'The link works once, for one hour. Saving the password signs you out on every device.',
    'If it wasn’t you, you can ignore this email: your password stays the same.',
  ],
})

export const passkeyAddedMail = mailTemplate({
  subject: 'A passkey was added to your account',
  before: [
    'A passkey was just added to your Good Vibes account. It signs in without your password.',
    'We signed out your other devices.',
  ],
  button: 'See your passkeys',
  after: [
    'If that was you, there’s nothing to do.',
    'If it wasn’t you, remove the passkey there and change your password.',
  ],
})

/** @param name of the provider */
export const providerConnectedMail = (name: string) =>
  mailTemplate({
    subject: `Your account is connected to ${name}`,
    before: [
      `Your Good Vibes account was just connected to ${name}. You can sign in with it.`,
      'We signed out your other devices.',
    ],
    button: 'See how you sign in',
    after: [
      'If that was you, there’s nothing to do.',
      'If it wasn’t you, disconnect it there and change your password.',
    ],
  })

export const applicationApprovedMail = mailTemplate({
  subject: 'Welcome to Good Vibes',
  before: ['A moderator approved your account. It’s ready for you.'],
  button: 'Sign in',
  after: ['It’s good to have you here.'],
})

/** @param contact where people without an account reach the operator, if there is such a place */
export const applicationDeclinedMail = (contact: string | undefined) =>
  mailTemplate({
    subject: 'About your Good Vibes account',
    before: [
      'Thank you for your interest in Good Vibes.',
      'A moderator looked at your sign-up and decided not to create an account for now.',
      'We deleted what you entered.',
    ],
    after: contact ? [`You can reach us: ${contact}`] : [],
  })

const linkTo = (link: string, button: string) =>
  html`<p style="margin:0 0 16px"><a href="${link}" style="${BUTTON_STYLE}">${button}</a></p>
<p style="margin:0 0 16px;font-size:14px">Or copy this into your browser:<br>
<span style="word-break:break-all">${link}</span></p>
`

function mailTemplate(template: Template): MailTemplate {
  return (recipient, path, publicUrl) => renderMail(template, recipient, path, publicUrl)
}

/**
 * Renders text and HTML. The HTML loads no resources.
 * @param path of the page that the button opens
 */
export function renderMail(
  { subject, before, button, after }: Template,
  { username, email }: Recipient,
  path: string,
  publicUrl: string,
): Mail {
  const link = publicUrl + path
  const greeted = [username === null ? 'Hello,' : `Hello @${username},`, ...before]
  const signature = `Good Vibes, ${new URL(publicUrl).host}`
  const paragraph = (text: string) => html`<p style="margin:0 0 16px">${text}</p>\n`
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${subject}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto">
${greeted.map(paragraph)}
${button && linkTo(link, button)}${after.map(paragraph)}<p style="margin:0;font-size:14px">${signature}</p>
</div>
</body>
</html>
`
  return {
    to: email,
    subject,
    text: `${[...greeted, ...(button ? [link] : []), ...after, signature].join('\n\n')}\n`,
    html: page.text,
  }
}
