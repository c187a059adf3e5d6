import { useCallback, useEffect, useRef } from 'react'

interface DialogClosed {
  /** For the dialog's `onClosed`. */
  onClosed: () => void
  /**
   * Resolves when the dialog has closed: with true after its exit, or with false when it left the
   * page before, such as by a navigation.
   */
  closed: () => Promise<boolean>
}

/** Waits for a dialog to close. What its part has to do then is not lost if the part is. */
export function useDialogClosed(): DialogClosed {
  const waiting = useRef<((hasExited: boolean) => void)[]>([])
  const end = useCallback((hasExited: boolean) => {
    for (const resolve of waiting.current.splice(0)) resolve(hasExited)
  }, [])
  useEffect(() => () => end(false), [end])
  return {
    onClosed: () => end(true),
    closed: () => new Promise((resolve) => waiting.current.push(resolve)),
  }
}
