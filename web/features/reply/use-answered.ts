import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useStore } from '../../lib/store.ts'
import { storedState } from '../../lib/stored-state.ts'
import { storedText } from '../../lib/stored-text.ts'
import { draftStore } from '../post/composer/draft.ts'
import type { Answered } from './ThreadReplies.tsx'

const schema = z.object({
  id: z.string(),
  author: z.object({ id: z.string(), displayName: z.string() }),
})

/**
 * The reply that the viewer answers; null for the thread's post. It is stored while there is a
 * draft, which says something to this person.
 * @param draftKey of the viewer, who may still be loading
 * @param opened what is answered first, without a draft
 */
export function useAnswered(draftKey: string, opened: Answered | null) {
  const hasText = useStore(draftStore(draftKey)).content !== ''
  const stored = storedState<Answered>(storedText(`answered:${draftKey}`), schema)
  const restore = () => ({ draftKey, answered: hasText ? (stored.read() ?? null) : opened })
  const [state, setState] = useState(restore)
  if (state.draftKey !== draftKey) setState(restore)
  const { answered } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: the storage is the same.
  useEffect(() => {
    stored.write(hasText && answered ? answered : undefined)
  }, [hasText, answered, draftKey])
  const setAnswered = (reply: Answered | null) => setState({ draftKey, answered: reply })
  /** The reply was sent. The viewer may have chosen another one to answer since. */
  const endAnswer = (sent: Answered | null) =>
    setState((state) => (state.answered?.id === sent?.id ? { ...state, answered: null } : state))
  return { answered, setAnswered, endAnswer }
}
