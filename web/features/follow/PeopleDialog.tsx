import type { ReactNode } from 'react'
import { Dialog, type OpenedDialog } from '../../ui/Dialog.tsx'
import { FailedPart } from '../../ui/FailedPart.tsx'
import { PersonSkeletons } from './PersonRows.tsx'

export interface PostPeopleProps extends OpenedDialog {
  postId: string
}

interface PeopleDialogProps extends OpenedDialog {
  title: string
  error: unknown
  onRetry: () => Promise<unknown>
  /** The list; undefined until it is loaded. */
  children: ReactNode
}

/** A list of people around a post, such as those who like it. */
export function PeopleDialog({ error, onRetry, children, ...dialog }: PeopleDialogProps) {
  return (
    <Dialog {...dialog}>
      {children ?? (error ? <FailedPart error={error} onRetry={onRetry} /> : <PersonSkeletons />)}
    </Dialog>
  )
}
