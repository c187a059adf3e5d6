import { randomKey } from '../../../lib/random-key.ts'
import { createStore, inMemory, type Store } from '../../../lib/store.ts'
import { storedState } from '../../../lib/stored-state.ts'
import { storedText } from '../../../lib/stored-text.ts'
import { createUpload, type Upload } from '../../media/upload.ts'
import { type Draft, draftSchema } from './draft-schema.ts'

export type { Draft }

export const noMedia = {
  media: 'text',
  imageUrl: '',
  imageAlt: '',
  isUploading: undefined,
  upload: null,
  videoUrl: '',
} as const
const emptyDraft: Draft = { content: '', ...noMedia }
const isEmpty = ({ content, media, attempt }: Draft) =>
  content === '' && media === 'text' && !attempt

/** The fields of a draft that the server needs. */
export function inputOf({ content, media, imageUrl, imageAlt, videoUrl }: Draft) {
  return {
    content,
    ...(media === 'image' && imageUrl && { imageUrl, imageAlt: imageAlt || null }),
    ...(media === 'video' && videoUrl && { videoUrl }),
  }
}

/** One draft in the browser's storage. */
function storageOf(draftKey: string) {
  const text = storedText(`draft:${draftKey}`)
  const state = storedState(text, draftSchema)
  let isBlocked = false
  return {
    key: text.key,
    /**
     * Undefined where the browser blocks storage, so that the draft lasts until the page is closed,
     * and for what is not a draft.
     */
    read(): Draft | undefined {
      if (isBlocked) return undefined
      return text.read() === null ? emptyDraft : state.read()
    },
    write(draft: Draft) {
      isBlocked = !state.write(isEmpty(draft) ? undefined : draft)
    },
  }
}

const contentOf = ({ attempt: _, ...content }: Draft): Draft => content
const isSame = (one: Draft, other: Draft) =>
  one.isUploading === other.isUploading &&
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

/** A draft of this page, and how it follows the storage. */
interface OpenDraft {
  storageKey: string
  store: DraftStore
  /** Another tab has changed what is stored. */
  readAgain: () => void
}

function openDraft(draftKey: string): OpenDraft {
  const storage = storageOf(draftKey)
  const store = createStore(inMemory(storage.read() ?? emptyDraft))
  const save = (draft: Draft) => {
    store.set(draft)
    storage.write(draft)
  }
  const readAgain = () => {
    const draft = storage.read()
    if (!draft) return
    store.set(draft)
    // Another tab has chosen something else meanwhile.
    if (!draft.isUploading && upload.get().progress !== null) upload.clear()
  }
  const change = (part: Partial<Draft>) => save({ ...store.get(), ...part })
  const upload = uploadFor(store, change)
  let sentKey: string | undefined
  const draft: DraftStore = {
    get: store.get,
    subscribe: store.subscribe,
    change,
    upload,
    keyFor(input) {
      // Another tab may have sent the same input a moment ago.
      const { attempt } = storage.read() ?? store.get()
      sentKey = attempt?.input === input ? attempt.clientKey : randomKey()
      save({ ...store.get(), attempt: { input, clientKey: sentKey } })
      return sentKey
    },
    dropKey: () => save(contentOf(store.get())),
    removeShared(shared) {
      const stored = storage.read() ?? store.get()
      if (isSame(stored, shared)) save(emptyDraft)
      // Another tab may wait for the answer to an attempt of its own.
      else save(stored.attempt?.clientKey === sentKey ? contentOf(stored) : stored)
    },
  }
  return { storageKey: storage.key, store: draft, readAgain }
}

/** The upload of a draft’s photo. It sets `isUploading` while it runs. */
function uploadFor(store: Store<Draft>, change: (part: Partial<Draft>) => void): Upload {
  const upload = createUpload(({ url, ...metadata }) =>
    change({ imageUrl: url, upload: metadata, isUploading: undefined }),
  )
  upload.subscribe(() => {
    const isUploading = upload.get().progress !== null || undefined
    if (store.get().isUploading !== isUploading) change({ isUploading })
  })
  store.subscribe(() => store.get().media === 'image' || upload.clear())
  return upload
}

const drafts = new Map<string, OpenDraft>()

function followStorage({ key }: StorageEvent) {
  for (const { storageKey, readAgain } of drafts.values())
    if (key === storageKey || key === null) readAgain()
}

/** @param draftKey names the composer and the account */
export function draftStore(draftKey: string): DraftStore {
  if (drafts.size === 0) window.addEventListener('storage', followStorage)
  const draft = drafts.get(draftKey) ?? openDraft(draftKey)
  drafts.set(draftKey, draft)
  return draft.store
}
