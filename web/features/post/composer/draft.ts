import { useCallback, useSyncExternalStore } from 'react'

/** A post that is being written. */
export interface Draft {
  content: string
  /** What is attached, or being attached. */
  media: 'text' | 'image' | 'video'
  /** An upload's path or a link. */
  imageUrl: string
  imageAlt: string
  /** What the server told of an upload, for showing the post at once. */
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
export const emptyDraft: Draft = { content: '', ...noMedia }

const storageKey = (place: string) => `draft:${place}`

function read(place: string): Draft {
  try {
    return { ...emptyDraft, ...JSON.parse(localStorage.getItem(storageKey(place)) ?? '{}') }
  } catch {
    return emptyDraft
  }
}

function write(place: string, draft: Draft) {
  try {
    if (draft === emptyDraft) localStorage.removeItem(storageKey(place))
    else localStorage.setItem(storageKey(place), JSON.stringify(draft))
  } catch {
    // Without storage the draft lasts as long as the page.
  }
}

const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** What was being written at a place (an account's composer in the feed, or in the dialog), also after a reload. */
export function useDraft(place: string): [Draft, (change: Partial<Draft>) => void, () => void] {
  const current = useCallback(() => {
    if (!drafts.has(place)) drafts.set(place, read(place))
    return drafts.get(place) ?? emptyDraft
  }, [place])
  const draft = useSyncExternalStore(subscribe, current)
  const set = useCallback(
    (next: Draft) => {
      drafts.set(place, next)
      write(place, next)
      for (const changed of listeners) changed()
    },
    [place],
  )
  const change = useCallback(
    (part: Partial<Draft>) => set({ ...current(), ...part }),
    [set, current],
  )
  const reset = useCallback(() => set(emptyDraft), [set])
  return [draft, change, reset]
}
