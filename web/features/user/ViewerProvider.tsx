import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { showAccount } from '../../lib/account.ts'
import { ViewerContext, viewerOf } from './viewer.ts'

interface ViewerProviderProps {
  /** Null for a visitor, undefined while the viewer is loading. */
  id: string | null | undefined
  children: ReactNode
}

/** Provides the viewer to `useViewer`, and its id to requests. */
export function ViewerProvider({ id, children }: ViewerProviderProps) {
  // Before effects, which may send a change.
  useLayoutEffect(() => {
    if (id !== undefined) showAccount(id)
  }, [id])
  const viewer = useMemo(() => (id ? viewerOf(id) : (id as null | undefined)), [id])
  return <ViewerContext value={viewer}>{children}</ViewerContext>
}
