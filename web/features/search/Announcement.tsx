import { useEffect, useState } from 'react'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

/** Announces the number of results to screen readers. */
export function Announcement({ count, hasMore }: { count: number; hasMore: boolean }) {
  const [text, setText] = useState('')
  // Screen readers announce only changes, so the text follows the region.
  useEffect(() => setText(summary(count, hasMore)), [count, hasMore])
  return <VisuallyHidden role="status">{text}</VisuallyHidden>
}

function summary(count: number, hasMore: boolean): string {
  if (count === 0) return 'No posts found'
  if (hasMore) return `The first ${count} posts found`
  return count === 1 ? '1 post found' : `${count} posts found`
}
