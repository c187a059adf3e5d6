import { createContext, use } from 'react'
import { demoUser } from '#rules/demo-user.ts'

/**
 * A reference to the signed-in account or the demo user. What is shown of them is a fragment where
 * it is shown, which `Layout.graphql` spreads.
 */
export interface Viewer {
  __typename: 'User'
  id: string
  kind: 'member' | 'demo'
  ' $fragmentRefs'?: never
}

export const viewerOf = (id: string): Viewer => ({
  __typename: 'User',
  id,
  kind: id === demoUser.id ? 'demo' : 'member',
})

export const ViewerContext = createContext<Viewer | null | undefined>(undefined)

/** @returns null for a visitor, undefined while the viewer is loading */
export function useViewer(): Viewer | null | undefined {
  return use(ViewerContext)
}
