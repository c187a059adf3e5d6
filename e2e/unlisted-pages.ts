import { matchPath } from 'react-router-dom'
import { pages } from '#rules/pages.ts'
import type { Screen } from './screen.ts'

export const isShown = (screens: readonly Screen[], pattern: string) =>
  screens.some((screen) => matchPath(pattern, screen.path.replace(/\?.*/, '')))

/**
 * Pages without a screen in the list, as their heading appears. A path with parameters needs one.
 */
export function unlistedPages(listed: readonly Screen[]): Screen[] {
  return pages
    .filter((page) => !page.path.includes(':') && !isShown(listed, page.path))
    .map((page) => ({
      name: page.path.slice(1),
      path: page.path,
      ...(page.forModerators && { as: 'administrator' }),
      ready: (opened) => opened.getByRole('heading', { level: 1 }).waitFor(),
    }))
}
