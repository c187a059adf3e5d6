import { randomKey } from '../../../lib/random-key.ts'
import { createStore, inMemory, type Store } from '../../../lib/store.ts'
import { storedState } from '../../../lib/stored-state.ts'
import { createUpload, type Upload } from '../../media/upload.ts'
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

/** One draft in the browser's storage. */
function storageOf(draftKey: string) {
  const key = storageKey(draftKey)
  // What this tab has written needs no schema.
  let written: { text: string; draft: Draft } | undefined
  return {
    key,
    /** Undefined when storage is blocked, or what is stored is not a draft. */
    read(): Draft | undefined {
      try {
        const text = localStorage.getItem(key)
        if (text === null) return emptyDraft
        return text === written?.text ? written.draft : storedDrafts.parse(text)
      } catch {
        return undefined
      }
    },
    write(draft: Draft) {
      try {
        if (draft === emptyDraft) return localStorage.removeItem(key)
        written = { text: JSON.stringify(draft), draft }
        localStorage.setItem(key, written.text)
      } catch {
        // Without storage, the draft lasts until the page is closed.
      }
    },
  }
}

const contentOf = ({ attempt: _, ...content }: Draft): Draft => content
const isSame = (one: Draft, other: Draft) =>
  JSON.stringify(inputOf(one)) === JSON.stringify(inputOf(other))

/** A draft that survives a reload, and is the same in all tabs. */
export interface DraftStore extends Pick<Store<Draft>, 'get' | 'subscribe'> {
  change: (part: Partial<Draft>) => void
  /** Of its photo. It goes on while the composer is closed. */
  upload: Upload
  /** The idempotency key of an input: the one that it was first sent with, also in another tab. */
  keyFor: (input: string) => string
  /** The next attempt gets a new key. */
  dropKey: () => void
  /** Removes what was shared. What another tab has written meanwhile stays. */
  removeShared: (shared: Draft) => void
}

function openDraft(draftKey: string): DraftStore {
  const storage = storageOf(draftKey)
  const store = createStore(inMemory(storage.read() ?? emptyDraft))
  const save = (draft: Draft) => {
    store.set(draft)
    storage.write(draft)
  }
  followTabs(storage, store)
  const change = (part: Partial<Draft>) => save({ ...store.get(), ...part })
  const upload = createUpload(({ url, ...metadata }) => change({ imageUrl: url, upload: metadata }))
  store.subscribe(() => store.get().media === 'image' || upload.clear())
  return {
    get: store.get,
    subscribe: store.subscribe,
    change,
    upload,
    keyFor(input) {
      const { attempt } = store.get()
      if (attempt?.input === input) return attempt.clientKey
      const clientKey = randomKey()
      save({ ...store.get(), attempt: { input, clientKey } })
      return clientKey
    },
    dropKey: () => save(contentOf(store.get())),
    removeShared(shared) {
      const stored = storage.read() ?? store.get()
      save(isSame(stored, shared) ? emptyDraft : contentOf(stored))
    },
  }
}

/** Takes over what other tabs write, also what they wrote before this one loaded the schema. */
function followTabs({ key, read }: ReturnType<typeof storageOf>, store: Store<Draft>) {
  const readAgain = async () => {
    await storedDrafts.prepare()
    const draft = read()
    if (draft) store.set(draft)
  }
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) void readAgain()
  })
  if (store.get() === emptyDraft) void readAgain()
}

const drafts = new Map<string, DraftStore>()

/** @param draftKey names the composer and the account */
export function draftStore(draftKey: string): DraftStore {
  const store = drafts.get(draftKey) ?? openDraft(draftKey)
  drafts.set(draftKey, store)
  return store
}
