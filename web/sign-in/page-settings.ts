import { createContext, use, useSyncExternalStore } from 'react'
import { type SignUpMode, signUpModes } from '#rules/sign-ups.ts'

/** What the server writes into the page. */
export interface PageSettings {
  /** Name of the OpenID provider; empty without one. */
  provider: string
  /** Why the server refused the form that was sent without scripts; empty otherwise. */
  problem: string
  /** What was typed there as the email or username. */
  identifier: string
  /** Called when the visitor is signed in. @throws ApiError if the browser keeps no cookies */
  onSignedIn: () => Promise<void>
}

export const PageContext = createContext<PageSettings>({
  provider: '',
  problem: '',
  identifier: '',
  onSignedIn: async () => {},
})
export const usePage = () => use(PageContext)

/** What the server wrote into the page. */
export function settingsIn(page: HTMLElement): Omit<PageSettings, 'onSignedIn'> {
  return {
    provider: page.querySelector<HTMLElement>('[data-provider]')?.dataset.provider ?? '',
    problem: page.querySelector('[role=alert]')?.textContent ?? '',
    identifier: page.querySelector<HTMLInputElement>('[name=email]')?.defaultValue ?? '',
  }
}

/** Whether the server can send email. */
export function isMailEnabled(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name=mail]')?.content === 'on'
}

/** Who may sign up. */
export function signUpMode(): SignUpMode {
  const mode = document.querySelector<HTMLMetaElement>('meta[name=sign-ups]')?.content
  return signUpModes.find((each) => each === mode) ?? 'open'
}

const neverChanges = () => () => {}

/** A fact about this browser or server, which the prerendered page guesses. */
export function useFact(read: () => boolean, guess: boolean): boolean {
  return useSyncExternalStore(neverChanges, read, () => guess)
}
