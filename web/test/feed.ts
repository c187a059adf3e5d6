import type { Unmasked } from '@apollo/client/masking'
import { HttpResponse } from 'msw'
import type { Viewer } from '../features/user/viewer.ts'
import type { FeedQuery, FeedQueryVariables } from '../pages/home/Home.generated.ts'
import type { ViewerQuery, ViewerQueryVariables } from '../pages/Layout.generated.ts'
import { api } from './api.ts'
import { type PostData, postPage } from './data.ts'
import { network } from './setup.ts'

/** Who the API says the viewer is; with `demo`, who the demo user is. */
export function answerViewer(viewer: Viewer | null, demo: Viewer | null = null) {
  network.use(
    api.query<Unmasked<ViewerQuery>, ViewerQueryVariables>('Viewer', ({ variables }) =>
      HttpResponse.json({ data: { viewer, ...(variables.isDemo && { user: demo }) } }),
    ),
  )
}

/** What the API answers as the feed: its pages, one after the other. */
export function answerFeed(...pages: PostData[][]) {
  network.use(
    api.query<Unmasked<FeedQuery>, FeedQueryVariables>('Feed', ({ variables }) => {
      const at = Number(variables.after ?? 0)
      return HttpResponse.json({
        data: { feed: postPage(pages[at] ?? [], at + 1 < pages.length ? String(at + 1) : null) },
      })
    }),
  )
}
