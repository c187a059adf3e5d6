import { lazy, Suspense, useEffect, useState } from 'react'
import { onToastQueued } from './toast.ts'

const Toasts = lazy(() => import('./Toasts.tsx'))

/** Mounts the toast region on first interaction. Screen readers announce only regions that exist before their message. */
export function LazyToasts() {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => {
    const mountRegion = () => setMounted(true)
    onToastQueued(mountRegion)
    document.addEventListener('pointerdown', mountRegion, { once: true })
    document.addEventListener('keydown', mountRegion, { once: true })
    return () => {
      document.removeEventListener('pointerdown', mountRegion)
      document.removeEventListener('keydown', mountRegion)
    }
  }, [])
  return (
    isMounted && (
      <Suspense>
        <Toasts />
      </Suspense>
    )
  )
}
