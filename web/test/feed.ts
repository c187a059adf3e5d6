import type { Unmasked } from '@apollo/client/masking'
import { HttpResponse } from 'msw'
import type { FollowingFeedQuery } from '../pages/home/FollowingFeed.generated.ts'
import { api } from './api.ts'
import { type PostData, pageAt, postPage, type ViewerData } from './data.ts'
import { network } from './network.ts'

/** Mocks the Viewer query; `demo` is the demo user, if the server has one. */
export function mockViewer(viewer: ViewerData | null, demo: ViewerData | null = null) {
  network.use(
    api.query('Viewer', ({ variables }) =>
      HttpResponse.json({ data: { viewer, ...(variables.isDemo && { user: demo }) } }),
    ),
  )
}

/** Mocks the Feed query, page by page. */
export function mockFeed(...pages: PostData[][]) {
  network.use(
    api.query('Feed', ({ variables }) =>
      HttpResponse.json({ data: { feed: postPage(...pageAt(pages, variables.after)) } }),
    ),
  )
}

type FollowingEdge = Unmasked<FollowingFeedQuery>['feed']['edges'][number]

/** Mocks the FollowingFeed query with one page. */
export function mockFollowing(events: Pick<FollowingEdge, 'node' | 'share'>[]) {
  const edges = events.map((event) => ({ __typename: 'PostEdge' as const, ...event }))
  network.use(
    api.query('FollowingFeed', () =>
      HttpResponse.json({ data: { feed: { ...postPage([]), edges } } }),
    ),
  )
}
