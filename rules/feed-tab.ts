/** The lists of the feed, each with a URL. */
export const feedTabs = ['everyone', 'following'] as const
export type FeedTab = (typeof feedTabs)[number]

/** The parameter of the URL, and the cookie that keeps the last choice. */
const NAME = 'feed'
const YEAR_SECONDS = 31_536_000

/** The tab of the URL, else of the cookies, else Everyone. */
export function feedTabOf(search: URLSearchParams, cookies: string): FeedTab {
  const choice = search.get(NAME) ?? new RegExp(`(?:^|; )${NAME}=(\\w+)`).exec(cookies)?.[1]
  return choice === 'following' ? choice : 'everyone'
}

/** The query of a tab's URL. */
export const feedTabSearch = (tab: FeedTab) => `?${NAME}=${tab}`

/** The cookie that keeps a choice, as scripts write it. */
export const feedTabCookie = (tab: FeedTab) =>
  `${NAME}=${tab}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
