import { normalizedText } from '#api/lib/search-text.ts'
import type { Snapshot } from '../feed/snapshot.ts'
import type { PostRow } from '../post/post.row.ts'
import type { SearchQuery } from './search-query.ts'

/** Matching posts by their match class, newest first. */
export type RecentMatches = Record<'whole' | 'start' | 'within', readonly PostRow[]>

const texts = new WeakMap<PostRow, string>()

/** Searches the cached newest posts. */
export function matchRecentPosts(
  { posts }: Snapshot,
  { whole, start, within }: SearchQuery,
): RecentMatches {
  const matches = { whole: [] as PostRow[], start: [] as PostRow[], within: [] as PostRow[] }
  for (const post of posts) {
    const text = textOf(post)
    const contains = (part: string) => text.includes(part)
    if (!within.parts.every(contains)) continue
    if (whole.parts.every(contains)) matches.whole.push(post)
    else if (start.parts.every(contains)) matches.start.push(post)
    else matches.within.push(post)
  }
  return matches
}

function textOf(post: PostRow): string {
  let text = texts.get(post)
  if (text === undefined) {
    text = normalizedText(post.content)
    texts.set(post, text)
  }
  return text
}
