import { createStore, inMemory } from '../../lib/store.ts'

/** Whether the viewer followed or unfollowed people since the Following feed was loaded. */
export const followsChanged = createStore(inMemory(false))
