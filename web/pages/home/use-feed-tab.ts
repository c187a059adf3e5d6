import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { type FeedTab, feedTabCookie, feedTabOf } from '#rules/feed-tab.ts'

/** What each history entry without a tab in its URL showed, so that Back shows it again. */
const shown = new Map<string, FeedTab>()
/** The last history entry of each tab. */
const lastEntries: { [Tab in FeedTab]?: string } = {}

const tabOf = (search: string) =>
  feedTabOf(new URLSearchParams(search), document.cookie, location.port)

/** The tab that a page starts with. */
export const initialFeedTab = () => tabOf(location.search)

/** The tab of the URL or the last choice, and the last history entry of each tab. */
export function useFeedTab() {
  const { key, search } = useLocation()
  const tab = (!search && shown.get(key)) || tabOf(search)
  useEffect(() => {
    if (!search) shown.set(key, tab)
    lastEntries[tab] = key
    // biome-ignore lint/suspicious/noDocumentCookie: Safari's Cookie Store API is too new.
    document.cookie = feedTabCookie(tab, location.port)
  }, [key, search, tab])
  return { tab, lastEntries }
}
