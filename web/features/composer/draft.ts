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

export const noMedia = { media: 'text', imageUrl: '', imageAlt: '', upload: null, videoUrl: '' } as const
export const emptyDraft: Draft = { content: '', ...noMedia }

const storageKey = (account: string) => `draft:${account}`

function read(account: string): Draft {
  try {
    return { ...emptyDraft, ...JSON.parse(localStorage.getItem(storageKey(account)) ?? '{}') }
  } catch {
    return emptyDraft
  }
}

function write(account: string, draft: Draft) {
  try {
    if (draft === emptyDraft) localStorage.removeItem(storageKey(account))
    else localStorage.setItem(storageKey(account), JSON.stringify(draft))
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

/** An account's draft, the same in the feed's composer and in the dialog's, and after a reload. */
export function useDraft(account: string): [Draft, (change: Partial<Draft>) => void, () => void] {
  const current = useCallback(() => {
    if (!drafts.has(account)) drafts.set(account, read(account))
    return drafts.get(account) ?? emptyDraft
  }, [account])
  const draft = useSyncExternalStore(subscribe, current)
  const set = useCallback(
    (next: Draft) => {
      drafts.set(account, next)
      write(account, next)
      for (const changed of listeners) changed()
    },
    [account],
  )
  const change = useCallback((part: Partial<Draft>) => set({ ...current(), ...part }), [set, current])
  const reset = useCallback(() => set(emptyDraft), [set])
  return [draft, change, reset]
}
