import { useApolloClient } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { messages } from '#rules/messages.ts'
import { randomKey } from '../../../lib/random-key.ts'
import { showToast } from '../../../ui/toast.ts'
import type { Viewer } from '../../user/viewer.ts'
import type { Draft } from './draft.ts'

const loadSharePost = () => import('./share-post.ts')

/** Preloads the code that shares a post. */
export const preloadSharePost = () => void loadSharePost().catch(() => {})

/** Shares one draft at a time. `share` resolves to whether it was shared; errors are toasts. */
export function useSharePost(viewer: Viewer): {
  share: (draft: Draft) => Promise<boolean>
  isPending: boolean
} {
  const client = useApolloClient()
  const [isPending, setPending] = useState(false)
  const busy = useRef(false)
  // A retry of the same draft reuses its key, so that the server creates one post.
  const attempt = useRef({ draft: '', clientKey: '' })

  const share = async (draft: Draft) => {
    if (busy.current) return false
    const serialized = JSON.stringify(draft)
    if (attempt.current.draft !== serialized)
      attempt.current = { draft: serialized, clientKey: randomKey() }
    const { clientKey } = attempt.current
    busy.current = true
    setPending(true)
    try {
      const { sharePost } = await loadSharePost()
      return await sharePost(draft, { client, viewer, clientKey })
    } catch {
      showToast({ kind: 'error', title: messages.postFailed })
      return false
    } finally {
      busy.current = false
      setPending(false)
    }
  }
  return { share, isPending }
}
