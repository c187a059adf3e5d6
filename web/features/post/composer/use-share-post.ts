import { useApolloClient } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { messages } from '#rules/messages.ts'
import { randomKey } from '../../../lib/random-key.ts'
import { showToast } from '../../../ui/toast.ts'
import type { Viewer } from '../../user/viewer.ts'
import type { Draft } from './draft.ts'

const load = () => import('./share-post.ts')

/** Fetches what shares a post, for when somebody begins to write one. */
export const prepareSharing = () => void load().catch(() => {})

/** What shares a draft, once at a time. `share` resolves to whether it was shared; what went wrong is told in a toast. */
export function useSharePost(viewer: Viewer): {
  share: (draft: Draft) => Promise<boolean>
  isPending: boolean
} {
  const client = useApolloClient()
  const [isPending, setPending] = useState(false)
  const busy = useRef(false)
  // The same draft again (a second click, another try when the answer was lost) is the same post.
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
      const { sharePost } = await load()
      return await sharePost(draft, { client, viewer, clientKey })
    } catch {
      showToast({ kind: 'bad', title: messages.postFailed })
      return false
    } finally {
      busy.current = false
      setPending(false)
    }
  }
  return { share, isPending }
}
