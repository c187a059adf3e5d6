import type { PostListQuery } from '../post/post.read.ts'
import type { PostRow } from '../post/post.row.ts'
import { newcomerUntil } from '../post/post.rules.ts'
import { canSee, type HiddenUsers } from '../visibility/can-see.ts'

/** The newest posts at one moment. Immutable: a change creates another snapshot. */
export interface Snapshot {
  /** Newest first, in the state that anonymous viewers see. */
  posts: readonly PostRow[]
  /** Whether there are no older posts. */
  isComplete: boolean
}

/** The database function `search_limit` has the same number. */
export const MAX_POSTS = 400
/** The largest page has 101 rows, so a smaller snapshot could not serve it. */
const MIN_POSTS = 120

/**
 * Replaces changed posts in a snapshot.
 * @param rows the changed posts that still exist
 * @returns null when too few posts remain
 */
export function mergeChanges(
  { posts, isComplete }: Snapshot,
  changedIds: readonly string[],
  rows: readonly PostRow[],
): Snapshot | null {
  const changed = new Set(changedIds)
  const oldestId = isComplete ? '' : (posts.at(-1)?.id ?? '')
  const merged = [
    ...posts.filter(({ id }) => !changed.has(id)),
    ...rows.filter(({ id }) => id >= oldestId),
  ]
  merged.sort((a, b) => (a.id < b.id ? 1 : -1))
  if (!isComplete && merged.length < MIN_POSTS) return null
  return {
    posts: merged.slice(0, MAX_POSTS),
    isComplete: isComplete && merged.length <= MAX_POSTS,
  }
}

/** Whether a post with this id belongs in the snapshot, if it exists. */
export function covers({ posts, isComplete }: Snapshot, id: string): boolean {
  return isComplete || posts.length < MAX_POSTS || id >= (posts.at(-1)?.id ?? '')
}

/** When the next post stops being one by a newcomer, in milliseconds since 1970. */
export function nextNewcomerEnd({ posts }: Snapshot, now: number): number {
  return Math.min(...posts.map(newcomerUntil).filter((time) => time > now))
}

/** The posts that a viewer sees. */
export function visibleTo(snapshot: Snapshot, hidden: HiddenUsers): Snapshot {
  if (hidden.size === 0) return snapshot
  const posts = snapshot.posts.filter(({ author }) => canSee(hidden, author.id))
  return { ...snapshot, posts }
}

/** Reads a part of the feed from a snapshot; null when it doesn't reach that far. */
export function listFromSnapshot(
  snapshot: Snapshot,
  { list, after, before, backwards, size, hidden }: PostListQuery,
): PostRow[] | null {
  if (list !== 'feed' || backwards || before !== null) return null
  const page: PostRow[] = []
  for (const post of snapshot.posts) {
    if ((after !== null && post.id >= after) || !canSee(hidden, post.author.id)) continue
    page.push(post)
    if (page.length === size) return page
  }
  return snapshot.isComplete ? page : null
}
