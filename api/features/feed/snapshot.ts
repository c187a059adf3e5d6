import type { PostList } from '../post/post.read.ts'
import type { PostRow } from '../post/post.row.ts'

/** The newest posts, as they stood at one moment. It never changes: what changes makes another. */
export interface Snapshot {
  /** Newest first; `isLiked` is nobody's. */
  posts: readonly PostRow[]
  /** Whether these are all the posts that there are. */
  complete: boolean
}

/** How many are read. */
export const LENGTH = 400
/** Below this a list of a hundred could run out of them. */
const SHORTEST = 120

/** The newest posts with some as they are now; null when they would become too few to go on with. */
export function merged(
  { posts, complete }: Snapshot,
  changed: readonly string[],
  rows: readonly PostRow[],
): Snapshot | null {
  const gone = new Set(changed)
  const oldest = complete ? '' : (posts.at(-1)?.id ?? '')
  const next = [
    ...posts.filter(({ id }) => !gone.has(id)),
    ...rows.filter(({ id }) => id >= oldest),
  ]
  next.sort((a, b) => (a.id < b.id ? 1 : -1))
  if (!complete && next.length < SHORTEST) return null
  return { posts: next.slice(0, LENGTH), complete: complete && next.length <= LENGTH }
}

/** Whether a post with this id belongs among the newest. */
export function mayHave({ posts, complete }: Snapshot, id: string): boolean {
  return complete || posts.length < LENGTH || id >= (posts.at(-1)?.id ?? '')
}

/** Part of the feed from the newest posts; null when they do not reach that far. */
export function listFrom(
  { posts, complete }: Snapshot,
  { author, after, before, backwards, size }: PostList,
): PostRow[] | null {
  if (author !== null || backwards || before !== null) return null
  const start = after === null ? 0 : posts.findIndex(({ id }) => id < after)
  const found = start < 0 ? [] : posts.slice(start, start + size)
  return found.length === size || complete ? found : null
}
