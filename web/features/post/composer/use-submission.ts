import { useRef, useState } from 'react'
import { randomKey } from '../../../lib/random-key.ts'
import { showToast } from '../../../ui/toast.ts'
import { problemWithContent, problemWithMedia } from './check-draft.ts'
import type { Draft } from './draft.ts'

/** Sends one draft at a time. `submit` resolves to whether it was stored; errors are toasts. */
export interface Submission {
  submit: (draft: Draft) => Promise<boolean>
  isPending: boolean
}

/** @param send resolves to whether the server stored the post */
export function useSubmission(
  send: (draft: Draft, clientKey: string) => Promise<boolean>,
): Submission {
  const [isPending, setPending] = useState(false)
  const busy = useRef(false)
  // A retry of the same draft reuses its key, so that the server creates one post.
  const attempt = useRef({ draft: '', clientKey: '' })

  const submit = async (draft: Draft) => {
    if (busy.current) return false
    const problem = problemWithContent(draft.content) ?? problemWithMedia(draft)
    if (problem) {
      showToast({ kind: 'error', title: problem })
      return false
    }
    const serialized = JSON.stringify(draft)
    if (attempt.current.draft !== serialized)
      attempt.current = { draft: serialized, clientKey: randomKey() }
    busy.current = true
    setPending(true)
    const succeeded = await send(draft, attempt.current.clientKey)
    busy.current = false
    setPending(false)
    return succeeded
  }
  return { submit, isPending }
}
