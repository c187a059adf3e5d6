import { readFileSync } from 'node:fs'
import path from 'node:path'
import { matchPath } from 'react-router-dom'
import { pageTable } from '#rules/page-table.ts'
import type { Screen } from './screen.ts'

/** The build writes the rows of web/pages.ts there. */
const PAGES = path.resolve(import.meta.dirname, '../web/dist/pages.json')

export const { pages } = pageTable.parse(JSON.parse(readFileSync(PAGES, 'utf8')))

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
      signedIn: true,
      isAdministrator: page.forModerators,
      ready: (opened) => opened.getByRole('heading', { level: 1 }).waitFor(),
    }))
}
