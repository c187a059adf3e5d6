import type { ReactNode } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { FailedPart } from '../../ui/FailedPart.tsx'
import { PersonSkeletons } from './PersonRows.tsx'

interface DialogProps {
  /** Id of the button that gets the focus back. */
  buttonId: string
  open: boolean
  onClose: () => void
}

export interface PostPeopleProps extends DialogProps {
  postId: string
}

interface PeopleDialogProps extends DialogProps {
  title: string
  error: unknown
  onRetry: () => Promise<unknown>
  /** The list; undefined until it is loaded. */
  children: ReactNode
}

/** A list of people around a post, such as those who like it. */
export function PeopleDialog({
  title,
  buttonId,
  open,
  onClose,
  error,
  onRetry,
  children,
}: PeopleDialogProps) {
  return (
    <Dialog
      title={title}
      open={open}
      onClose={onClose}
      finalFocus={() => document.getElementById(buttonId)}
    >
      {children ?? (error ? <FailedPart error={error} onRetry={onRetry} /> : <PersonSkeletons />)}
    </Dialog>
  )
}
