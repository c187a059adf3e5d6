import type { FragmentType } from '@apollo/client'
import { type ReactNode, useLayoutEffect } from 'react'
import { showAccount } from '../../lib/account.ts'
import { useViewer_UserFragment, type Viewer_UserFragment } from './Viewer.generated.ts'
import { ViewerContext } from './viewer.ts'

interface ViewerProviderProps {
  /** Null for a visitor, undefined while the viewer is loading. */
  user: FragmentType<Viewer_UserFragment> | null | undefined
  children: ReactNode
}

/** Provides the viewer to `useViewer`, and its id to requests. */
export function ViewerProvider({ user, children }: ViewerProviderProps) {
  const viewer = useViewer_UserFragment(user)
  // Before effects, which may send a change.
  useLayoutEffect(() => {
    if (viewer !== undefined) showAccount(viewer?.id ?? null)
  }, [viewer])
  return <ViewerContext value={viewer}>{children}</ViewerContext>
}
