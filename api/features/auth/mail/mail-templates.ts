import { Html, html } from '#api/lib/html.ts'
import type { Mail } from './mailer.ts'

interface Letter {
  to: string
  subject: string
  /** Paragraphs before the link, and after it. */
  before: string[]
  button: string
  link: string
  after: string[]
}

/** Whom a letter is to. It names them by username: a display name could be somebody else's advertisement. */
interface Addressee {
  username: string
  email: string
}

export function signUpLetter(
  { username, email }: Addressee,
  link: string,
  publicUrl: string,
): Mail {
  return written(publicUrl, {
    to: email,
    subject: 'Please verify your email address',
    before: [
      `Hello @${username},`,
      'thank you for joining Good Vibes. Please show that this email address is yours; your account is made when you do.',
    ],
    button: 'Make my account',
    link,
    after: [
      'The link works once, within a day, and asks for the password that you chose.',
      'If you wanted no account there, you need do nothing, and we are sorry for the noise.',
    ],
  })
}

/** To whoever has the address that somebody signs up with. */
export function takenLetter({ username, email }: Addressee, link: string, publicUrl: string): Mail {
  return written(publicUrl, {
    to: email,
    subject: 'You have an account already',
    before: [
      `Hello @${username},`,
      'somebody wanted to make an account at Good Vibes with this email address, which is yours. If that was you, sign in.',
    ],
    button: 'Sign in',
    link,
    after: [
      'If you forgot your password, you can choose a new one from there.',
      'If it was not you, you need do nothing: nothing has changed.',
    ],
  })
}

export function verificationLetter(
  { username, email }: Addressee,
  link: string,
  publicUrl: string,
): Mail {
  return written(publicUrl, {
    to: email,
    subject: 'Please verify your email address',
    before: [
      `Hello @${username},`,
      'please verify that this email address is yours, so that you can get back into your account at Good Vibes if you forget your password.',
    ],
    button: 'Verify this address',
    link,
    after: [
      'The link works for a day.',
      'If you have no account there, you need do nothing, and we are sorry for the noise.',
    ],
  })
}

export function resetLetter({ username, email }: Addressee, link: string, publicUrl: string): Mail {
  return written(publicUrl, {
    to: email,
    subject: 'Choose a new password',
    before: [
      `Hello @${username},`,
      'somebody asked for a new password for your account at Good Vibes. If that was you, choose it here.',
    ],
    button: 'Choose a new password',
    link,
    after: [
      'The link works once, within an hour. Every device is signed out when you have chosen.',
      'If it was not you, you need do nothing: your password stays as it is.',
    ],
  })
}

export function passkeyLetter(
  { username, email }: Addressee,
  link: string,
  publicUrl: string,
): Mail {
  return written(publicUrl, {
    to: email,
    subject: 'A passkey was added to your account',
    before: [
      `Hello @${username},`,
      'a passkey was added to your account at Good Vibes just now. It signs in without your password. Every other device was signed out.',
    ],
    button: 'Look at your passkeys',
    link,
    after: [
      'If that was you, you need do nothing.',
      'If it was not you, remove the passkey there and change your password.',
    ],
  })
}

/** As text and as HTML of its own, with nothing in it that would have to be loaded. */
function written(publicUrl: string, { to, subject, before, button, link, after }: Letter): Mail {
  const sign = `Good Vibes, ${new URL(publicUrl).host}`
  const paragraph = (text: string) => html`<p style="margin:0 0 16px">${text}</p>\n`
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${subject}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto">
${before.map(paragraph)}<p style="margin:0 0 16px"><a href="${link}" style="${BUTTON}">${button}</a></p>
<p style="margin:0 0 16px;font-size:14px">Or copy this into your browser:<br><span style="word-break:break-all">${link}</span></p>
${after.map(paragraph)}<p style="margin:0;font-size:14px">${sign}</p>
</div>
</body>
</html>
`
  return {
    to,
    subject,
    text: `${[...before, `${link}`, ...after, sign].join('\n\n')}\n`,
    html: page.text,
  }
}

const BUTTON = new Html(
  'display:inline-block;padding:12px 20px;border-radius:12px;background:#A63F07;color:#FFFFFF;font-weight:600;text-decoration:none',
)
