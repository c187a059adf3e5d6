import { t } from '../../lib/i18n.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { LoadMore } from '../../ui/LoadMore.tsx'

/** `fetchMore` of the query with the list. */
export type FetchMore = (page: { variables: { after: string | null } }) => Promise<unknown>

interface MoreEntriesProps {
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  fetchMore: FetchMore
}

/** The button at the end of a list of moderation. */
export function MoreEntries({ pageInfo, fetchMore }: MoreEntriesProps) {
  return (
    <LoadMore
      hasMore={pageInfo.hasNextPage}
      onLoadMore={() => fetchMore({ variables: { after: pageInfo.endCursor } })}
      texts={{
        more: t(moderationMessages.loadMore),
        loading: t(moderationMessages.loading),
        end: t(moderationMessages.end),
        failed: t(moderationMessages.loadFailed),
      }}
    />
  )
}
