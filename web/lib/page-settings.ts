import { type SignUpMode, signUpModes } from '#rules/sign-ups.ts'

/** The server's settings in the page's head: rules/page-settings.ts. */
function settings(): DOMStringMap {
  return document.querySelector<HTMLMetaElement>('meta[name=settings]')?.dataset ?? {}
}

/** Whether the server offers a demo user. */
export const isDemoOffered = () => settings().demoUser === 'true'

/** Whether the server sends email. */
export const isMailEnabled = () => settings().mail === 'true'

/** Where people reach the operator: an email address or a URL. Empty if nowhere. */
export const contactAddress = () => settings().contact ?? ''

/** Who may sign up. */
export function signUpMode(): SignUpMode {
  const { signUps } = settings()
  return signUpModes.find((each) => each === signUps) ?? 'open'
}
