import { useCallback } from 'react'
import { PostList } from '../../features/feed/PostList.tsx'
import { PersonList } from '../../features/follow/PersonList.tsx'
import { PersonSkeletons } from '../../features/follow/PersonRows.tsx'
import { PostSkeletons } from '../../features/post/PostSkeletons.tsx'
import { Announcement } from '../../features/search/Announcement.tsx'
import { t } from '../../lib/i18n.ts'
import { explorePageMessages } from '../../messages/explore-page.ts'
import { searchMessages } from '../../messages/search.ts'
import { Button } from '../../ui/Button.tsx'
import { NoResultsDrawing } from '../../ui/drawings/NoResultsDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Highlight } from '../../ui/Highlight.tsx'
import { LoadState } from '../../ui/LoadState.tsx'
import { useExplorePeopleQuery, useExploreQuery } from './Explore.generated.ts'

interface ResultsProps {
  query: string
  onClear: () => void
}

export function PostResults({ query, onClear }: ResultsProps) {
  const { data, error, refetch, fetchMore } = useExploreQuery({ variables: { query } })
  const highlight = useCallback((text: string) => <Highlight text={text} query={query} />, [query])
  if (!data)
    return (
      <LoadState
        title={t(explorePageMessages.failed)}
        error={error}
        onRetry={refetch}
        loading={<PostSkeletons />}
      />
    )
  return (
    <>
      <Announcement list={data.search} texts={searchMessages.postsFound} />
      <PostList
        posts={data.search}
        fetchMore={fetchMore}
        renderText={highlight}
        empty={
          <NoResults
            title={t(explorePageMessages.noResults(query))}
            hint={t(explorePageMessages.noResultsHint)}
            onClear={onClear}
          />
        }
      />
    </>
  )
}

export function PeopleResults({ query, onClear }: ResultsProps) {
  const { data, error, refetch, fetchMore } = useExplorePeopleQuery({ variables: { query } })
  if (!data)
    return (
      <LoadState
        title={t(explorePageMessages.failed)}
        error={error}
        onRetry={refetch}
        loading={<PersonSkeletons />}
      />
    )
  return (
    <>
      <Announcement list={data.searchUsers} texts={searchMessages.peopleFound} />
      <PersonList
        isOfPage
        users={data.searchUsers}
        fetchMore={fetchMore}
        empty={
          <NoResults
            title={t(explorePageMessages.noPeople(query))}
            hint={t(explorePageMessages.noPeopleHint)}
            onClear={onClear}
          />
        }
      />
    </>
  )
}

interface NoResultsProps {
  title: string
  hint: string
  onClear: () => void
}

function NoResults({ title, hint, onClear }: NoResultsProps) {
  return (
    <EmptyState drawing={<NoResultsDrawing />} title={title} hint={hint}>
      <Button variant="outline" onClick={onClear}>
        {t(explorePageMessages.clear)}
      </Button>
    </EmptyState>
  )
}
