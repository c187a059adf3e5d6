import { lazy, Suspense, useEffect, useState } from 'react'

const Toasts = lazy(() => import('./Toasts.tsx'))

/** The toasts' region, once the first screen stands: a live region must be there before its first message to be announced. */
export function LazyToasts() {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), 1500)
    return () => clearTimeout(timer)
  }, [])
  return idle && <Suspense>{<Toasts />}</Suspense>
}
