import { useRef, useState } from 'react'
import type { MutationOutcome } from '../../../apollo/hooks.ts'
import type { ApiError } from '../../../lib/api-error.ts'
import { showToast } from '../../../ui/toast.ts'
import { problemWithContent, problemWithMedia } from './check-draft.ts'
import type { Draft, DraftStore } from './draft.ts'

/** Sends one draft at a time. `submit` resolves to whether it was stored; errors are toasts. */
export interface Submission {
  submit: (draft: DraftStore) => Promise<boolean>
  isPending: boolean
}

const KEY_REUSED = 'IDEMPOTENCY_KEY_REUSED'

/** The toast of a failed submission; null where `useSubmission` sends it again. */
export const failedSubmission =
  (fallback: string) =>
  ({ code, detail }: ApiError) =>
    code === KEY_REUSED ? null : { title: detail || fallback }

/**
 * @param toInput what the server gets of a draft
 * @param send sends an input with its idempotency key: the same for a retry of the same input, so
 *   that the server creates one post
 */
export function useSubmission<Input extends object>(
  toInput: (draft: Draft) => Input,
  send: (input: Input & { clientKey: string }, draft: Draft) => Promise<MutationOutcome>,
): Submission {
  const [isPending, setPending] = useState(false)
  const busy = useRef(false)

  const submit = async (store: DraftStore) => {
    const draft = store.get()
    if (busy.current) return false
    const problem = problemWithContent(draft.content) ?? problemWithMedia(draft)
    if (problem) {
      showToast({ kind: 'error', title: problem })
      return false
    }
    const input = toInput(draft)
    const attempt = () => send({ ...input, clientKey: store.keyFor(JSON.stringify(input)) }, draft)
    busy.current = true
    setPending(true)
    let { error } = await attempt()
    if (error?.code === KEY_REUSED) {
      store.dropKey()
      error = (await attempt()).error
    }
    if (!error) store.removeShared(draft)
    busy.current = false
    setPending(false)
    return !error
  }
  return { submit, isPending }
}
