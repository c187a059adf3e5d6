import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { type FeedTab, feedTabCookie, feedTabOf } from '#rules/feed-tab.ts'

/** What each history entry without a tab in its URL showed, so that Back shows it again. */
const shown = new Map<string, FeedTab>()

const tabOf = (search: string) =>
  feedTabOf(new URLSearchParams(search), document.cookie, location.port)

/** The tab that a page starts with. */
export const initialFeedTab = () => tabOf(location.search)

/** The tab of the URL or the last choice. */
export function useFeedTab(): FeedTab {
  const { key, search } = useLocation()
  const tab = (!search && shown.get(key)) || tabOf(search)
  useEffect(() => {
    if (!search) shown.set(key, tab)
    // biome-ignore lint/suspicious/noDocumentCookie: Safari's Cookie Store API is too new.
    document.cookie = feedTabCookie(tab, location.port)
  }, [key, search, tab])
  return tab
}
