import { createStore, inMemory } from './store.ts'

/** Whether the page asks the viewer to sign in, because the server refused a request. */
export const signInOffer = createStore(inMemory(false))

/** The reason of a request that needs signing in, such as after the end of the session. */
export const SIGN_IN_FIRST = 'SIGN_IN_FIRST'
