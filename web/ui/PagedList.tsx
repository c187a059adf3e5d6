import type { ReactElement } from 'react'
import type { PageInfo } from '../lib/paging.ts'
import { LoadMore, type LoadMoreTexts } from './LoadMore.tsx'
import { Muted } from './Muted.tsx'

interface PagedListProps {
  label: string
  pageInfo: PageInfo
  /** @param after the cursor of the next page */
  onLoadMore: (after: string | null) => Promise<unknown>
  texts: LoadMoreTexts
  /** The text in place of a list without rows. */
  none: string
  /** The rows: `li`. */
  children: readonly ReactElement[]
}

/** A list with a button to load more while there are more. */
export function PagedList(props: PagedListProps) {
  const { label, pageInfo, onLoadMore, texts, none, children } = props
  if (children.length === 0) return <Muted>{none}</Muted>
  return (
    <div>
      <ul aria-label={label}>{children}</ul>
      <LoadMore
        isHiddenIfShort
        hasMore={pageInfo.hasNextPage}
        onLoadMore={() => onLoadMore(pageInfo.endCursor)}
        texts={texts}
      />
    </div>
  )
}
