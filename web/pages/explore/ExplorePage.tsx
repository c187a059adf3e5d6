import { useEffect, useRef } from 'react'
import { problemWith, searchQuery } from '#rules/fields.ts'
import { searchPath, searchTabs } from '#rules/search-tab.ts'
import SuggestedPeople from '../../features/follow/SuggestedPeople.tsx'
import { SearchField } from '../../features/search/SearchField.tsx'
import { useSearch } from '../../features/search/use-search.ts'
import { Page } from '../../features/shell/Page.tsx'
import { focusOnArrival } from '../../lib/focus-elsewhere.ts'
import { t } from '../../lib/i18n.ts'
import { screens } from '../../lib/media-query.ts'
import { explorePageMessages } from '../../messages/explore-page.ts'
import { searchMessages } from '../../messages/search.ts'
import { ExploreDrawing } from '../../ui/drawings/ExploreDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageTabs } from '../../ui/TabLink.tsx'
import { HelloLink } from './HelloLink.tsx'
import { PeopleResults, PostResults } from './Results.tsx'

export default function ExplorePage() {
  const { text, setText, submit, composition, query, tab, problem } = useSearch()
  const hasResults = query !== '' && problemWith(searchQuery, query) === null
  const Results = tab === 'people' ? PeopleResults : PostResults
  const field = useRef<HTMLInputElement>(null)
  // On a phone, the keyboard would cover the page.
  useEffect(() => {
    if (window.matchMedia(screens.wide).matches) focusOnArrival(field.current)
  }, [])
  const clear = () => {
    setText('')
    field.current?.focus()
  }
  return (
    <Page
      title={t(explorePageMessages.title)}
      head={
        <>
          <SearchField
            field={field}
            text={text}
            problem={problem}
            composition={composition}
            onChange={setText}
            onSubmit={submit}
            onClear={clear}
          />
          {hasResults && (
            <PageTabs
              tabs={searchTabs}
              current={tab}
              pathOf={(tab) => searchPath(query, tab)}
              texts={searchMessages}
            />
          )}
        </>
      }
    >
      {query === '' && (
        <>
          <EmptyState
            drawing={<ExploreDrawing />}
            title={t(explorePageMessages.start)}
            hint={t(explorePageMessages.startHint)}
          />
          <HelloLink />
          <SuggestedPeople />
        </>
      )}
      {hasResults && <Results key={query} query={query} onClear={clear} />}
    </Page>
  )
}
