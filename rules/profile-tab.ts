/** What a profile lists, each in a tab. */
export const profileTabs = ['posts', 'replies'] as const
export type ProfileTab = (typeof profileTabs)[number]

/** The tab that a URL names. */
export function profileTabOf(search: URLSearchParams): ProfileTab {
  return search.get('tab') === 'replies' ? 'replies' : 'posts'
}

/** The query of a URL with a tab. */
export const profileTabSearch = (tab: ProfileTab) => (tab === 'posts' ? '' : `?tab=${tab}`)
