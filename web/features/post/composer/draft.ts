import { useCallback, useSyncExternalStore } from 'react'

export interface Draft {
  content: string
  media: 'text' | 'image' | 'video'
  /** An upload's path or a link. */
  imageUrl: string
  imageAlt: string
  /** Metadata of an upload, for the optimistic post. */
  upload: { width: number; height: number; placeholder: string } | null
  videoUrl: string
}

export const noMedia = {
  media: 'text',
  imageUrl: '',
  imageAlt: '',
  upload: null,
  videoUrl: '',
} as const
const emptyDraft: Draft = { content: '', ...noMedia }

const storageKey = (draftKey: string) => `draft:${draftKey}`

function read(draftKey: string): Draft {
  try {
    return { ...emptyDraft, ...JSON.parse(localStorage.getItem(storageKey(draftKey)) ?? '{}') }
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

const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()

function subscribe(onChange: () => void) {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

/**
 * A draft that survives a reload.
 * @param draftKey names the composer and the account
 */
export function useDraft(draftKey: string): [Draft, (change: Partial<Draft>) => void, () => void] {
  const current = useCallback(() => {
    if (!drafts.has(draftKey)) drafts.set(draftKey, read(draftKey))
    return drafts.get(draftKey) ?? emptyDraft
  }, [draftKey])
  const draft = useSyncExternalStore(subscribe, current)
  const set = useCallback(
    (next: Draft) => {
      drafts.set(draftKey, next)
      write(draftKey, next)
      for (const listener of listeners) listener()
    },
    [draftKey],
  )
  const change = useCallback(
    (part: Partial<Draft>) => set({ ...current(), ...part }),
    [set, current],
  )
  const reset = useCallback(() => set(emptyDraft), [set])
  return [draft, change, reset]
}
