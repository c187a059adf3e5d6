import { lazy, Suspense, useEffect, useState } from 'react'
import { onToastWaiting } from './toast.ts'

const Toasts = lazy(() => import('./Toasts.tsx'))

/** The toasts' region, from the first touch or key on: it is announced when it was there before its message. */
export function LazyToasts() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const bringUp = () => setWanted(true)
    onToastWaiting(bringUp)
    document.addEventListener('pointerdown', bringUp, { once: true })
    document.addEventListener('keydown', bringUp, { once: true })
    return () => {
      document.removeEventListener('pointerdown', bringUp)
      document.removeEventListener('keydown', bringUp)
    }
  }, [])
  return (
    wanted && (
      <Suspense>
        <Toasts />
      </Suspense>
    )
  )
}
