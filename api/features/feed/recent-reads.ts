import { MAX_UUID } from '#api/lib/ids.ts'
import type { LikesSince } from '../like/like.read.ts'
import type { PostList, PostReads } from '../post/post.read.ts'
import type { PostRow } from '../post/post.row.ts'
import type { RecentPosts } from './recent-posts.ts'
import { listFrom, type Snapshot } from './snapshot.ts'

/** Reads the first pages of the feed from memory, and everything else from the database. */
export function createRecentReads(
  posts: PostReads,
  recent: RecentPosts,
  likesSince: LikesSince,
): PostReads {
  async function fromMemory(list: PostList): Promise<PostRow[] | null> {
    const { author, after, before, backwards, reader } = list
    if (author !== null || before !== null || backwards) return null
    if (after !== null && !recent.mayReach(after)) return null
    if (reader === null) return rowsOf(recent.fresh() ?? (await recent.current(false)), list)
    const oldest = recent.oldest ?? MAX_UUID
    const [snapshot, likes] = await Promise.all([
      recent.current(true),
      likesSince({ reader, oldest }),
    ])
    const rows = rowsOf(snapshot, list)
    const last = rows?.at(-1)?.id ?? MAX_UUID
    // After many deletions the page can reach beyond the posts whose likes were looked up.
    if (!rows || last < oldest) return null
    const liked = new Set(likes)
    return rows.map((post) => (liked.has(post.id) ? { ...post, isLiked: true } : post))
  }

  const rowsOf = (snapshot: Snapshot | null, list: PostList) => snapshot && listFrom(snapshot, list)

  return { list: async (list) => (await fromMemory(list)) ?? posts.list(list), one: posts.one }
}
