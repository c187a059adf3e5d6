import { type ReactNode, startTransition, useEffect, useEffectEvent, useState } from 'react'
import { limits } from '#rules/limits.ts'
import type { FetchMore, PageInfo } from '../lib/paging.ts'
import { LIST_ATTRIBUTE } from '../lib/scroll-position.ts'
import { LoadMore, type LoadMoreTexts } from './LoadMore.tsx'
import { useScrollRestoration } from './use-scroll-restoration.ts'

/** Longer lists render only the rows near the viewport. */
const WINDOWING_THRESHOLD = 60
/** Rows rendered on either side of the restored one. */
const OVERSCAN = 12

/** A row to render. */
interface ListRow<Item> {
  item: Item
  index: number
  /** Whether rows far from the viewport are replaced by an empty box of their height. */
  isWindowed: boolean
  initiallyNear: boolean
}

interface WindowedListProps<Item> {
  /** Its name in the scroll position of a history entry. Without one, Back does not restore it. */
  name?: string | undefined
  items: readonly Item[]
  pageInfo: PageInfo
  fetchMore: FetchMore
  /** The most items that `fetchMore` can load at once. A search costs more after a cursor. */
  maxPageSize?: number
  texts: LoadMoreTexts
  /** No end is shown for a list that never had more. */
  isHiddenIfShort?: boolean
  /** In place of the list, while it loads the items of an earlier visit, or is emptied. */
  loading: ReactNode
  /** Rows per render: rendering many large ones at once would block a slow phone. */
  batch?: number | undefined
  /** Renders the rows. Each element has the `itemAttributes` of its item. */
  children: (rows: ListRow<Item>[], isLoading: boolean) => ReactNode
}

/** A list with a button to load more. Back, Forward and reload return to the same place in it. */
export function WindowedList<Item extends { id: string }>(props: WindowedListProps<Item>) {
  const { name, items, pageInfo, fetchMore, loading, maxPageSize = 50 } = props
  const load = (first: number) => fetchMore({ variables: { first, after: pageInfo.endCursor } })
  const hasMore = pageInfo.hasNextPage
  const { isRestoring, isReturn, index } = useScrollRestoration({
    ...{ list: name, items, hasMore, pageSize: maxPageSize, load },
  })
  if (isRestoring) return loading
  const batch = isReturn ? Number.POSITIVE_INFINITY : props.batch
  return <Loaded {...props} batch={batch} restoredIndex={index} />
}

interface LoadedProps<Item> extends WindowedListProps<Item> {
  restoredIndex: number
}

function Loaded<Item extends { id: string }>({
  name,
  items,
  pageInfo,
  fetchMore,
  texts,
  loading,
  isHiddenIfShort = false,
  batch = Number.POSITIVE_INFINITY,
  restoredIndex,
  children,
}: LoadedProps<Item>) {
  const { count, isComplete } = useBatches(items.length, batch)
  const [isLoading, setLoading] = useState(false)
  const [initialCount] = useState(items.length)
  const loadMore = async () => {
    setLoading(true)
    const variables = { first: limits.pageSize.default, after: pageInfo.endCursor }
    await fetchMore({ variables }).finally(() => setLoading(false))
  }
  // A mute or a deletion can remove every loaded row.
  const isEmptied = items.length === 0 && pageInfo.hasNextPage
  const loadNext = useEffectEvent(() => void loadMore().catch(() => {}))
  useEffect(() => {
    if (isEmptied) loadNext()
  }, [isEmptied])
  const rows = items.slice(0, count).map((item, index) => ({
    item,
    index,
    isWindowed: items.length > WINDOWING_THRESHOLD,
    initiallyNear: index >= initialCount || Math.abs(index - restoredIndex) < OVERSCAN,
  }))
  return (
    <div {...{ [LIST_ATTRIBUTE]: name }}>
      {isEmptied && isLoading ? loading : children(rows, isLoading)}
      {isComplete && (
        <LoadMore
          hasMore={pageInfo.hasNextPage}
          isHiddenIfShort={isHiddenIfShort}
          onLoadMore={loadMore}
          texts={texts}
        />
      )}
    </div>
  )
}

/** Renders a list in several steps. @returns how many rows to render now */
function useBatches(total: number, size: number) {
  const [count, setCount] = useState(size)
  const isComplete = count >= total
  useEffect(
    () => startTransition(() => setCount(isComplete ? Number.POSITIVE_INFINITY : count + size)),
    [isComplete, size, count],
  )
  return { count, isComplete }
}
