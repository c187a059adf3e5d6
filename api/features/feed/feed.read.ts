import { MAX_UUID } from '#api/lib/ids.ts'
import type { PostListQuery, PostReads } from '../post/post.read.ts'
import type { PostRow } from '../post/post.row.ts'
import type { ViewerPostReads } from '../post/post-viewer-state.read.ts'
import { postStateOf } from '../post/post-viewer-state.ts'
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
    if (viewerId === null)
      return listFrom(recentPosts.getIfFresh() ?? (await recentPosts.get('recent')), query)
    const oldestPostId = recentPosts.oldestId ?? MAX_UUID
    const [snapshot, ofViewer] = await Promise.all([
      recentPosts.get('latest'),
      viewerPosts({ viewerId, oldestPostId }),
    ])
    const rows = listFrom(snapshot, query)
    const lastId = rows?.at(-1)?.id ?? MAX_UUID
    // After many deletions the page can contain posts older than those whose state was read.
    if (!rows || lastId < oldestPostId) return null
    return rows.map((post) => ({ ...post, ...postStateOf(post, ofViewer) }))
  }

  const listFrom = (snapshot: Snapshot | null, query: PostListQuery) =>
    snapshot && listFromSnapshot(snapshot, query)

  return {
    list: async (query) => (await listFromCache(query)) ?? posts.list(query),
    byId: posts.byId,
  }
}
