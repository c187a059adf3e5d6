import { createStore, inMemory, type Store, useStore } from '../../../lib/store.ts'
import { storedState } from '../../../lib/stored-state.ts'
import type { Draft } from './draft-schema.ts'

export type { Draft }

export const noMedia = {
  media: 'text',
  imageUrl: '',
  imageAlt: '',
  upload: null,
  videoUrl: '',
} as const
const emptyDraft: Draft = { content: '', ...noMedia }

/** The fields of a draft that the server needs. */
export function inputOf({ content, media, imageUrl, imageAlt, videoUrl }: Draft) {
  return {
    content,
    ...(media === 'image' && imageUrl && { imageUrl, imageAlt: imageAlt || null }),
    ...(media === 'video' && videoUrl && { videoUrl }),
  }
}

const PREFIX = 'draft:'
const storageKey = (draftKey: string) => `${PREFIX}${draftKey}`

export const storedDrafts = storedState(
  () => Object.keys(localStorage).some((key) => key.startsWith(PREFIX)),
  async () => (await import('./draft-schema.ts')).draftSchema,
)

/** The stored draft; an empty one when what is stored is not a draft. */
function read(draftKey: string): Draft {
  try {
    return storedDrafts.parse(localStorage.getItem(storageKey(draftKey))) ?? emptyDraft
  } catch {
    return emptyDraft
  }
}

function write(draftKey: string, draft: Draft) {
  try {
    if (draft === emptyDraft) localStorage.removeItem(storageKey(draftKey))
    else localStorage.setItem(storageKey(draftKey), JSON.stringify(draft))
  } catch {
    // Without storage, the draft lasts until the page is closed.
  }
}

interface DraftStore extends Store<Draft> {
  change: (part: Partial<Draft>) => void
  reset: () => void
}

const drafts = new Map<string, DraftStore>()

function openDraft(draftKey: string): DraftStore {
  const memory = inMemory(read(draftKey))
  const store = createStore<Draft>({
    get: memory.get,
    set(draft) {
      memory.set(draft)
      write(draftKey, draft)
    },
  })
  if (store.get() === emptyDraft) void readLater(draftKey, store)
  return {
    ...store,
    change: (part) => store.set({ ...store.get(), ...part }),
    reset: () => store.set(emptyDraft),
  }
}

/** Reads what another tab has stored since this one started without the schema. */
async function readLater(draftKey: string, store: Store<Draft>) {
  await storedDrafts.prepare()
  const draft = read(draftKey)
  if (draft !== emptyDraft && store.get() === emptyDraft) store.set(draft)
}

/**
 * A draft that survives a reload.
 * @param draftKey names the composer and the account
 */
export function useDraft(draftKey: string): [Draft, DraftStore['change'], DraftStore['reset']] {
  let store = drafts.get(draftKey)
  if (!store) {
    store = openDraft(draftKey)
    drafts.set(draftKey, store)
  }
  return [useStore(store), store.change, store.reset]
}
