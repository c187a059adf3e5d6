import { type ComponentType, useState } from 'react'
import { FailedDialog } from './FailedPart.tsx'
import { type LazyPart, lazyPart } from './lazy-part.tsx'

interface DialogControl {
  open: boolean
  onClose: () => void
}

/** A dialog whose code loads when it first opens. It stays mounted while it closes. */
export function lazyDialog<Props extends DialogControl>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  const Dialog = lazyPart(load, {
    failed: ({ open, onClose }: Props, retry) =>
      open && <FailedDialog onRetry={retry} onClose={onClose} />,
  })
  function OpenedDialog(props: Props) {
    const [wasOpen, setWasOpen] = useState(props.open)
    if (props.open && !wasOpen) setWasOpen(true)
    return wasOpen && <Dialog {...props} />
  }
  return Object.assign(OpenedDialog, { preload: Dialog.preload })
}
