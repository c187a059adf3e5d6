import type { Settings } from '#api/settings/settings.ts'

/**
 * What the names of the product's cookies begin with. On https a browser takes a `__Host-` cookie only from this host, for all
 * of its paths, over TLS: no other host of the same domain can set one.
 */
export function cookiePrefix({ publicUrl }: Pick<Settings, 'publicUrl'>): string {
  return `${publicUrl.startsWith('https:') ? '__Host-' : ''}good-vibes`
}
