import { createContext, use, useSyncExternalStore } from 'react'

/** What the server writes into the page. */
export interface PageState {
  /** Name of the OpenID provider; empty without one. */
  provider: string
  /** Why the server refused the form that was sent without scripts; empty otherwise. */
  problem: string
  /** What was typed there as the email or username. */
  identifier: string
  /** Called when the visitor is signed in. @throws ApiError if the browser keeps no cookies */
  onSignedIn: () => Promise<void>
}

export const PageContext = createContext<PageState>({
  provider: '',
  problem: '',
  identifier: '',
  onSignedIn: async () => {},
})
export const usePage = () => use(PageContext)

/** What the server wrote into the page. */
export function stateIn(page: HTMLElement): Omit<PageState, 'onSignedIn'> {
  return {
    provider: page.querySelector<HTMLElement>('[data-provider]')?.dataset.provider ?? '',
    problem: page.querySelector('[role=alert]')?.textContent ?? '',
    identifier: page.querySelector<HTMLInputElement>('[name=email]')?.defaultValue ?? '',
  }
}

const neverChanges = () => () => {}

/** A fact about this browser or server, which the prerendered page guesses. */
export function useFact(read: () => boolean, guess: boolean): boolean {
  return useSyncExternalStore(neverChanges, read, () => guess)
}
