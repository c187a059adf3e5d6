import type { Settings } from '#api/settings/settings.ts'
import { joinPath, paths } from '#rules/paths.ts'
import { type Addresses, SITEMAP_PATH } from './addresses.ts'

/** Addresses without an end, and links with a secret. */
const NOT_FOR_CRAWLERS = [`${paths.signIn}?`, `${paths.explore}?`, joinPath(''), '/administrator/']

/** The file robots.txt (RFC 9309). */
export function robotsText({ indexing }: Pick<Settings, 'indexing'>, { absolute }: Addresses) {
  if (!indexing) return 'User-agent: *\nDisallow: /\n'
  const rules = NOT_FOR_CRAWLERS.map((path) => `Disallow: ${path}\n`).join('')
  return `User-agent: *\n${rules}\nSitemap: ${absolute(SITEMAP_PATH)}\n`
}
