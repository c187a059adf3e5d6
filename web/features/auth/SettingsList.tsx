import type { ReactElement } from 'react'
import type { PageInfo } from '../../lib/paging.ts'
import { LoadMore, type LoadMoreTexts } from '../../ui/LoadMore.tsx'
import { Muted } from '../../ui/Muted.tsx'

interface SettingsListProps {
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

/** The list of a section, with a button to load more while there are more. */
export function SettingsList(props: SettingsListProps) {
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
