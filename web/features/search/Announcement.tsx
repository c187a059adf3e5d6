import { useEffect, useState } from 'react'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

/** Tells a screen reader how many posts a search found. */
export function Announcement({ count, hasMore }: { count: number; hasMore: boolean }) {
  const [words, setWords] = useState('')
  // A region that comes with its words is not read out; one whose words come after it is.
  useEffect(() => setWords(inWords(count, hasMore)), [count, hasMore])
  return <VisuallyHidden role="status">{words}</VisuallyHidden>
}

function inWords(count: number, hasMore: boolean): string {
  if (count === 0) return 'No posts found'
  if (hasMore) return `The first ${count} posts found`
  return count === 1 ? '1 post found' : `${count} posts found`
}
