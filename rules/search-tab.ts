import { paths } from './paths.ts'

/** What a search lists, each in a tab of its results. */
export const searchTabs = ['posts', 'people'] as const
export type SearchTab = (typeof searchTabs)[number]

/** The tab that a URL names. */
export function searchTabOf(search: URLSearchParams): SearchTab {
  return search.get('tab') === 'people' ? 'people' : 'posts'
}

/** The path of a search's results. */
export function searchPath(query: string, tab: SearchTab = 'posts'): string {
  const search = new URLSearchParams({
    ...(query && { q: query }),
    ...(tab !== 'posts' && { tab }),
  })
  return [paths.explore, search].join('?').replace(/\?$/, '')
}
