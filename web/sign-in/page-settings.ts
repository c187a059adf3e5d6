import { createContext, use, useSyncExternalStore } from 'react'
import { type SignUpMode, signUpModes } from '#rules/sign-ups.ts'

/** What the server writes into the page. */
export interface PageSettings {
  /** Name of the OpenID provider; empty without one. */
  provider: string
  /** Called when the visitor is signed in. */
  onSignedIn: () => void
}

export const PageContext = createContext<PageSettings>({ provider: '', onSignedIn: () => {} })
export const usePage = () => use(PageContext)

/** The provider's name in the page as the server sent it. */
export function providerIn(page: HTMLElement): string {
  return page.querySelector<HTMLElement>('[data-provider]')?.dataset.provider ?? ''
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
