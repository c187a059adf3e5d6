import { createContext, use } from 'react'
import { demoUser } from '#rules/demo-user.ts'
import type { Viewer_UserFragment } from './Viewer.generated.ts'

/** The signed-in account or the demo user. */
export type Viewer = Viewer_UserFragment

export const ViewerContext = createContext<Viewer | null | undefined>(undefined)

/** @returns null for a visitor, undefined while the viewer is loading */
export function useViewer(): Viewer | null | undefined {
  return use(ViewerContext)
}

export function isDemoViewer(viewer: Viewer | null | undefined): boolean {
  return viewer?.id === demoUser.id
}
