import type { PageTable } from '#rules/page-table.ts'

type Page = PageTable['pages'][number]

const page = (path: string, about: Partial<Page> = {}): Page => ({
  path,
  visitors: 'page',
  forModerators: false,
  query: null,
  tabs: [],
  needsResult: false,
  head: null,
  ...about,
})

const profile = { operation: 'Profile', variables: 'profile' } as const

/** A table of pages with these queries, as the build writes it. */
export function pageTableWith(operations: PageTable['operations']): string {
  const table: PageTable = {
    operations,
    frame: { operation: 'Viewer', variables: 'viewer' },
    pages: [
      page('/', {
        visitors: 'landing',
        query: { operation: 'Feed', variables: 'none' },
        tabs: [{ operation: 'FollowingFeed', variables: 'following' }],
        head: 'site',
      }),
      page('/explore', { query: { operation: 'Explore', variables: 'search' } }),
      page('/profile', { visitors: 'demo', query: profile }),
      page('/profile/:userId', { query: profile, needsResult: true, head: 'profile' }),
      page('/post/:postId', {
        query: { operation: 'Post', variables: 'post' },
        needsResult: true,
        head: 'post',
      }),
      page('/hello', { visitors: 'sign-in' }),
      page('/notifications', { visitors: 'sign-in' }),
      page('/settings', { visitors: 'sign-in' }),
      page('/settings/reports', { visitors: 'sign-in' }),
      page('/rules'),
      page('/moderation/applications', { visitors: 'sign-in', forModerators: true }),
    ],
  }
  return JSON.stringify(table)
}
