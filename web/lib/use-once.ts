import { useRef, useState } from 'react'

/** Runs one action at a time: another one is ignored meanwhile. */
export function useOnce() {
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)

  /** Rejects as the action does. */
  const runOnce = async (action: () => Promise<unknown>): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    try {
      await action()
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { isBusy, runOnce }
}
