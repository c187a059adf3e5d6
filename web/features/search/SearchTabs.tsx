import { type SearchTab, searchPath, searchTabs } from '#rules/search-tab.ts'
import { t } from '../../lib/i18n.ts'
import { useLastEntries } from '../../lib/use-last-entries.ts'
import { searchMessages } from '../../messages/search.ts'
import { TabLink, TabLinks } from '../../ui/TabLink.tsx'

/** Links to the lists of results. Each keeps its scroll position. */
export function SearchTabs({ query, tab: current }: { query: string; tab: SearchTab }) {
  const lastEntries = useLastEntries(searchPath(query, current))
  return (
    <TabLinks aria-label={t(searchMessages.tabs)}>
      {searchTabs.map((tab) => {
        const path = searchPath(query, tab)
        return (
          <TabLink
            key={tab}
            to={path}
            state={{ scrolledAs: lastEntries.get(path) }}
            aria-current={tab === current ? 'page' : undefined}
          >
            {t(searchMessages[tab])}
          </TabLink>
        )
      })}
    </TabLinks>
  )
}
