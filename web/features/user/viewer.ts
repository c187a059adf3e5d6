import { createContext, use } from 'react'
import { demoUser } from '#rules/demo-user.ts'
import type { Viewer_UserFragment } from './Viewer.generated.ts'

/** Whoever uses the client: the account that is signed in, or the demo user. */
export type Viewer = Viewer_UserFragment

export const ViewerContext = createContext<Viewer | null | undefined>(undefined)

/** Whoever uses the client; null for nobody, undefined until it is known. */
export function useViewer(): Viewer | null | undefined {
  return use(ViewerContext)
}

export function isDemoViewer(viewer: Viewer | null | undefined): boolean {
  return viewer?.id === demoUser.id
}
