import { normalizedText } from '#api/lib/search-text.ts'
import type { Snapshot } from '../feed/snapshot.ts'
import type { PostRow } from '../post/post.row.ts'
import type { SearchQuery } from './search-query.ts'

/** Which of the newest posts a query finds, by the class of their match, newest first. */
export type NewestMatches = Record<'whole' | 'start' | 'within', readonly PostRow[]>

const texts = new WeakMap<PostRow, string>()

/** Looks through the newest posts in memory. */
export function matchesAmong(
  { posts }: Snapshot,
  { whole, start, within }: SearchQuery,
): NewestMatches {
  const matches = { whole: [] as PostRow[], start: [] as PostRow[], within: [] as PostRow[] }
  for (const post of posts) {
    const text = textOf(post)
    const has = (part: string) => text.includes(part)
    if (!within.parts.every(has)) continue
    matches[whole.parts.every(has) ? 'whole' : start.parts.every(has) ? 'start' : 'within'].push(
      post,
    )
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
