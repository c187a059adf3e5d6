import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps
  extends Omit<ComponentProps<typeof Dialog>, 'role' | 'footer' | 'description'> {
  /** The button that changes nothing. */
  keep: string
  /** The button that confirms. */
  confirm: string
  onConfirm: () => void
}

/** Asks before something that cannot be undone. The children say what will happen. */
export function ConfirmDialog({
  keep,
  confirm,
  onConfirm,
  children,
  ...dialog
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...dialog}
      role="alertdialog"
      description={
        <chakra.div textStyle="body" color="muted" overflowWrap="anywhere">
          {children}
        </chakra.div>
      }
      footer={
        <>
          <Button variant="outline" onClick={dialog.onClose}>
            {keep}
          </Button>
          <Button variant="danger" onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  )
}
