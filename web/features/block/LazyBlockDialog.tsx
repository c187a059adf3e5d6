import { useState } from 'react'
import { FailedDialog } from '../../ui/FailedPart.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { HideEntries_UserFragment } from './HideEntries.generated.ts'

const BlockDialog = lazyPart(() => import('./BlockDialog.tsx'), {
  failed: ({ open, onClose }, retry) => open && <FailedDialog onRetry={retry} onClose={onClose} />,
})

interface LazyBlockDialogProps {
  /** The user to block; undefined while the dialog is closed. */
  user: HideEntries_UserFragment | undefined
  buttonId: string
  onClose: () => void
}

/** Loads the dialog when it first opens. It stays mounted while it closes. */
export function LazyBlockDialog({ user, ...dialog }: LazyBlockDialogProps) {
  const [last, setLast] = useState(user)
  if (user && user !== last) setLast(user)
  return last && <BlockDialog {...dialog} user={last} open={user !== undefined} />
}
