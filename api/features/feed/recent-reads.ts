import type { LikesSince } from '../like/like.read.ts'
import type { PostList, PostReads } from '../post/post.read.ts'
import type { PostRow } from '../post/post.row.ts'
import type { RecentPosts } from './recent-posts.ts'
import { listFrom } from './snapshot.ts'

/** Reads the first pages of the feed from memory, and everything else from the database. */
export function createRecentReads(posts: PostReads, recent: RecentPosts, likesSince: LikesSince): PostReads {
  async function fromMemory(list: PostList): Promise<PostRow[] | null> {
    const { author, after, before, backwards, reader } = list
    if (author !== null || before !== null || backwards) return null
    if (after !== null && !recent.mayReach(after)) return null
    const snapshot = reader === null ? (recent.fresh() ?? (await recent.current(false))) : await recent.current(true)
    const rows = snapshot && listFrom(snapshot, list)
    const oldest = rows?.at(-1)?.id
    if (!rows || reader === null || oldest === undefined) return rows
    const likes = new Set(await likesSince({ reader, oldest }))
    return rows.map((post) => (likes.has(post.id) ? { ...post, isLiked: true } : post))
  }

  return { list: async (list) => (await fromMemory(list)) ?? posts.list(list), one: posts.one }
}
