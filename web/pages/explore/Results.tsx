import { useCallback } from 'react'
import { PostList } from '../../features/feed/PostList.tsx'
import { PostSkeletons } from '../../features/post/PostSkeletons.tsx'
import { Announcement } from '../../features/search/Announcement.tsx'
import { HttpError } from '../../lib/http-error.ts'
import { Button } from '../../ui/Button.tsx'
import { NoResultsDrawing } from '../../ui/drawings/NoResultsDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Highlight } from '../../ui/Highlight.tsx'
import { useExploreQuery } from './Explore.generated.ts'

export function Results({ query, onClear }: { query: string; onClear: () => void }) {
  const { data, error, refetch, fetchMore } = useExploreQuery({ variables: { query } })
  const highlight = useCallback((text: string) => <Highlight text={text} query={query} />, [query])
  if (!data && error) return <FailedState title={reasonOf(error)} onRetry={() => refetch()} />
  if (!data) return <PostSkeletons />
  const { edges, pageInfo } = data.search
  return (
    <>
      <Announcement count={edges.length} hasMore={pageInfo.hasNextPage} />
      {edges.length > 0 ? (
        <PostList
          posts={edges.map(({ node }) => node)}
          renderText={highlight}
          hasMore={pageInfo.hasNextPage}
          onLoadMore={(first) => fetchMore({ variables: { first, after: pageInfo.endCursor } })}
        />
      ) : (
        <EmptyState
          drawing={<NoResultsDrawing />}
          title={`No results found for “${query}”`}
          hint="Try searching for something more positive!"
        >
          <Button variant="outline" onClick={onClear}>
            Clear the search
          </Button>
        </EmptyState>
      )}
    </>
  )
}

/** A rate limit's message says when to try again. */
function reasonOf(error: unknown): string {
  return error instanceof HttpError && error.status === 429
    ? error.reason
    : 'Search isn’t working right now.'
}
