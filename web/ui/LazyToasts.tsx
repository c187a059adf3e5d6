import { lazy, Suspense, useEffect, useState } from 'react'
import { onToastWaiting } from './toast.ts'

const Toasts = lazy(() => import('./Toasts.tsx'))

/** Milliseconds after which the first screen stands and has no more to load. */
const SETTLED = 1500

/** The toasts' region, after the first screen: a live region is announced when it was there before its message. */
export function LazyToasts() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const bringUp = () => setWanted(true)
    onToastWaiting(bringUp)
    const timer = setTimeout(bringUp, SETTLED)
    return () => clearTimeout(timer)
  }, [])
  return (
    wanted && (
      <Suspense>
        <Toasts />
      </Suspense>
    )
  )
}
