import type { FragmentType } from '@apollo/client'
import type { ReactNode } from 'react'
import { useViewer_UserFragment, type Viewer_UserFragment } from './Viewer.generated.ts'
import { ViewerContext } from './viewer.ts'

interface ViewerProviderProps {
  /** Null for a visitor, undefined while the viewer is loading. */
  user: FragmentType<Viewer_UserFragment> | null | undefined
  children: ReactNode
}

/** Provides the viewer to `useViewer`. */
export function ViewerProvider({ user, children }: ViewerProviderProps) {
  return <ViewerContext value={useViewer_UserFragment(user)}>{children}</ViewerContext>
}
