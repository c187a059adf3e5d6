import { type ada, bo, type PostData, postPage } from './data.ts'

/** The user of a profile page, for any viewer but Bo. */
export function profileData(user: typeof ada, posts: PostData[] = [], next: string | null = null) {
  return {
    ...user,
    bio: 'Early riser.\nLate baker.',
    createdAt: '2026-03-04T05:06:07.000Z',
    followingCount: 0,
    followersCount: 1234,
    isFollowed: false,
    followsViewer: false,
    viewerCanFollow: user === bo,
    viewerCanEdit: user !== bo,
    posts: postPage(posts, next),
  }
}
