import { feedTabSearch, feedTabs } from '#rules/feed-tab.ts'
import { paths } from '#rules/paths.ts'
import { t } from '../../lib/i18n.ts'
import { feedPageMessages } from '../../messages/feed-page.ts'
import { TabLink, TabLinks } from '../../ui/TabLink.tsx'
import type { useFeedTab } from './use-feed-tab.ts'

/** Links to the lists of the feed. Each keeps its scroll position. */
export function FeedTabs({ tab: current, lastEntries }: ReturnType<typeof useFeedTab>) {
  return (
    <TabLinks aria-label={t(feedPageMessages.tabs)}>
      {feedTabs.map((tab) => (
        <TabLink
          key={tab}
          to={paths.home + feedTabSearch(tab)}
          state={{ scrolledAs: lastEntries[tab] }}
          aria-current={tab === current ? 'page' : undefined}
        >
          {t(feedPageMessages[tab])}
        </TabLink>
      ))}
    </TabLinks>
  )
}
