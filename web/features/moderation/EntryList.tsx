import type { ReactNode } from 'react'
import type { FetchMore, PageInfo } from '../../lib/paging.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { WindowedList } from '../../ui/WindowedList.tsx'

interface EntryListProps<Entry> {
  /** Its name in the scroll position of a history entry. */
  name: string
  entries: readonly Entry[]
  pageInfo: PageInfo
  fetchMore: FetchMore
  /** Renders the rows. Each has the `itemAttributes` of its entry. */
  children: (entries: Entry[]) => ReactNode
}

/** A list of moderation with a button to load more, to whose place Back returns. */
export function EntryList<Entry extends { id: string }>({
  name,
  entries,
  pageInfo,
  fetchMore,
  children,
}: EntryListProps<Entry>) {
  return (
    <WindowedList
      name={name}
      items={entries}
      pageInfo={pageInfo}
      fetchMore={fetchMore}
      loading={<Skeleton h="16" />}
      texts={moderationMessages}
    >
      {(rows) => children(rows.map(({ item }) => item))}
    </WindowedList>
  )
}
