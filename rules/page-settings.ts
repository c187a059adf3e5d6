import type { SignUpMode } from './sign-ups.ts'

/** Settings of the server that its pages need. */
export interface PageSettings {
  /** Whether there is a demo user. */
  demoUser: boolean
  /** Whether the server sends email. */
  mail: boolean
  /** Who may sign up. */
  signUps: SignUpMode
  /** Where people reach the operator, escaped for HTML. Empty if nowhere. */
  contact: string
}

/** The element in the head of each page that has them. */
export const settingsElement = ({ demoUser, mail, signUps, contact }: PageSettings) =>
  `<meta name="settings" data-demo-user="${demoUser}" data-mail="${mail}" data-sign-ups="${signUps}" data-contact="${contact}">`

/** The element of the built pages. */
export const builtSettings = settingsElement({
  demoUser: false,
  mail: false,
  signUps: 'open',
  contact: '',
})

export function withPageSettings(html: string, settings: PageSettings): string {
  return html.replace(builtSettings, () => settingsElement(settings))
}
