import type { Unmasked } from '@apollo/client/masking'
import type { PersonList_UsersFragment } from '../features/follow/PersonList.generated.ts'
import { newPost } from '../features/post/new-post.generated.ts'
import type { PostCard_PostFragment } from '../features/post/PostCard.generated.ts'
import type { Layout_ViewerFragment } from '../pages/Layout.generated.ts'

export type PostData = Unmasked<PostCard_PostFragment>
export type ViewerData = Unmasked<Layout_ViewerFragment>

export const ada: ViewerData = {
  __typename: 'User',
  id: 'user_ada',
  displayName: 'Ada Sunrise',
  username: 'ada',
  avatar: null,
}
export const bo: ViewerData = {
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
    createdAt: new Date(Date.now() - 5.5 * 3_600_000).toISOString(),
    ...newPost,
    viewerCanDelete: fields.author?.id === ada.id,
    author: bo,
    mediaType: 'TEXT',
    imageUrl: null,
    videoUrl: null,
    image: null,
    ...fields,
  }
}

/** @param next the cursor of the next page; null for the last one */
export const connection = <Type extends string, Node>(
  type: Type,
  nodes: readonly Node[],
  next: string | null = null,
) => ({
  __typename: `${type}Connection` as const,
  edges: nodes.map((node) => ({ __typename: `${type}Edge` as const, node })),
  pageInfo: { __typename: 'PageInfo' as const, endCursor: next, hasNextPage: next !== null },
})

/** The nodes of the page after a cursor, and the cursor of the next page. */
export function pageAt<Node>(
  pages: readonly (readonly Node[])[],
  after: string | null | undefined,
): [nodes: readonly Node[], next: string | null] {
  const index = Number(after ?? 0)
  return [pages[index] ?? [], index + 1 < pages.length ? String(index + 1) : null]
}

export const postPage = (posts: readonly PostData[], next: string | null = null) =>
  connection('Post', posts, next)

export type PersonData = Unmasked<PersonList_UsersFragment>['edges'][number]['node']

/** What is true of a person whom the viewer neither follows nor hides. */
export const personState = {
  isFollowed: false,
  followersCount: 7,
  viewerCanFollow: true,
  isMuted: false,
  isBlocked: false,
}

export const personData = (fields: Partial<PersonData> = {}): PersonData => ({
  ...bo,
  bio: 'Early riser.',
  isFollowed: false,
  followersCount: 7,
  viewerCanFollow: true,
  ...fields,
})

export const personPage = (people: readonly PersonData[], next: string | null = null) =>
  connection('User', people, next)
