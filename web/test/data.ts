import type { Unmasked } from '@apollo/client/masking'
import type { PostCard_PostFragment } from '../features/post/PostCard.generated.ts'
import type { Viewer } from '../features/user/viewer.ts'

export type PostData = Unmasked<PostCard_PostFragment>

export const ada: Viewer = {
  __typename: 'User',
  id: 'user_ada',
  displayName: 'Ada Sunrise',
  username: 'ada',
  avatar: null,
}
export const bo: Viewer = {
  __typename: 'User',
  id: 'user_bo',
  displayName: 'Bo Berg',
  username: 'bo',
  avatar: null,
}

export function postData(fields: Partial<PostData> = {}): PostData {
  return {
    __typename: 'Post',
    id: 'post_1',
    content: 'The first crocus is out.',
    createdAt: new Date(Date.now() - 5 * 60_000).toISOString(),
    sharesCount: 0,
    likesCount: 0,
    isLiked: false,
    author: bo,
    mediaType: 'TEXT',
    imageUrl: null,
    videoUrl: null,
    image: null,
    ...fields,
  }
}

export function postPage(posts: PostData[], next: string | null = null) {
  return {
    __typename: 'PostConnection' as const,
    edges: posts.map((node) => ({ __typename: 'PostEdge' as const, node })),
    pageInfo: { __typename: 'PageInfo' as const, endCursor: next, hasNextPage: next !== null },
  }
}
