import { portSuffix } from './port-suffix.ts'

/** The lists of the feed, each with a URL. */
export const feedTabs = ['everyone', 'following'] as const
export type FeedTab = (typeof feedTabs)[number]

/** The parameter of the URL. */
const NAME = 'feed'
const YEAR_SECONDS = 31_536_000

/** The cookie that keeps the last choice. */
const cookieName = (port: string) => `good-vibes${portSuffix(port)}.feed`

/**
 * The tab of the URL, else of the cookies, else Everyone.
 * @param port of the page's URL
 */
export function feedTabOf(search: URLSearchParams, cookies: string, port: string): FeedTab {
  const name = cookieName(port).replace('.', '\\.')
  const choice = search.get(NAME) ?? new RegExp(`(?:^|; )${name}=(\\w+)`).exec(cookies)?.[1]
  return choice === 'following' ? choice : 'everyone'
}

/** The query of a tab's URL. */
export const feedTabSearch = (tab: FeedTab) => `?${NAME}=${tab}`

/** The cookie that keeps a choice, as scripts write it. */
export const feedTabCookie = (tab: FeedTab, port: string) =>
  `${cookieName(port)}=${tab}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
