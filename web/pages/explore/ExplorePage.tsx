import { useEffect, useRef } from 'react'
import { problemWith, searchQuery } from '#rules/fields.ts'
import { SearchField } from '../../features/search/SearchField.tsx'
import { useSearch } from '../../features/search/use-search.ts'
import { Page } from '../../features/shell/Page.tsx'
import { SidePanel } from '../../features/shell/SidePanel.tsx'
import { screens } from '../../lib/media-query.ts'
import { ExploreDrawing } from '../../ui/drawings/ExploreDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Results } from './Results.tsx'

export default function ExplorePage() {
  const { text, setText, submit, query, problem } = useSearch()
  const field = useRef<HTMLInputElement>(null)
  // On a phone, the keyboard would cover the page.
  useEffect(() => {
    if (window.matchMedia(screens.wide).matches) field.current?.focus({ preventScroll: true })
  }, [])
  const clear = () => {
    setText('')
    field.current?.focus()
  }
  return (
    <Page
      title="Explore"
      head={
        <SearchField
          field={field}
          text={text}
          problem={problem}
          onChange={setText}
          onSubmit={submit}
          onClear={clear}
        />
      }
      panel={<SidePanel />}
    >
      {query === '' && (
        <EmptyState
          drawing={<ExploreDrawing />}
          title="What would lift your day?"
          hint="Search for a word, a name or an emoji, and the posts about it show up here."
        />
      )}
      {query !== '' && problemWith(searchQuery, query) === null && (
        <Results key={query} query={query} onClear={clear} />
      )}
    </Page>
  )
}
