import { MAX_UUID } from '#api/lib/ids.ts'
import type { PostListQuery, PostReads } from '../post/post.read.ts'
import type { PostRow } from '../post/post.row.ts'
import type { ViewerPostReads } from '../post/post-viewer-state.read.ts'
import { postStateOf, type ViewerPosts } from '../post/post-viewer-state.ts'
import type { RecentPostsCache } from './recent-posts.ts'
import { listFromSnapshot, type Snapshot } from './snapshot.ts'

/** Reads the first pages of the feed from the cache, and everything else from the database. */
export function createCachedPostReads(
  posts: PostReads,
  recentPosts: RecentPostsCache,
  viewerPosts: ViewerPostReads,
): PostReads {
  async function listFromCache(query: PostListQuery): Promise<PostRow[] | null> {
    const { list, after, before, backwards, viewerId } = query
    if (list !== 'feed' || before !== null || backwards) return null
    if (after !== null && !recentPosts.mayReachBeyond(after)) return null
    if (viewerId === null) {
      const snapshot = recentPosts.getIfFresh() ?? (await recentPosts.get('recent'))
      return snapshot && listFromSnapshot(snapshot, query)
    }
    const oldestPostId = recentPosts.oldestId ?? MAX_UUID
    const [snapshot, ofViewer] = await Promise.all([
      recentPosts.get('latest'),
      viewerPosts({ viewerId, oldestPostId }),
    ])
    return snapshot && listForViewer(snapshot, query, { posts: ofViewer, oldestPostId })
  }

  return {
    list: async (query) => (await listFromCache(query)) ?? posts.list(query),
    byId: posts.byId,
  }
}

/** A viewer's facts about the posts from one on. */
interface ViewerPostsFrom {
  posts: ViewerPosts
  oldestPostId: string
}

/** Reads what it can from a snapshot and a viewer's facts that a request has already read. */
export function withSnapshot(
  posts: PostReads,
  snapshot: Snapshot,
  ofViewer: ViewerPostsFrom,
): PostReads {
  return {
    ...posts,
    list: async (query) => listForViewer(snapshot, query, ofViewer) ?? posts.list(query),
  }
}

function listForViewer(
  snapshot: Snapshot,
  query: PostListQuery,
  { posts, oldestPostId }: ViewerPostsFrom,
): PostRow[] | null {
  const rows = listFromSnapshot(snapshot, query)
  const lastId = rows?.at(-1)?.id ?? MAX_UUID
  // After many deletions the page can contain posts older than those whose state was read.
  if (!rows || lastId < oldestPostId) return null
  return rows.map((post) => ({ ...post, ...postStateOf(post, posts) }))
}
