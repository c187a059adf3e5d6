import type { Settings } from '#api/settings/settings.ts'

/**
 * The prefix of the product's cookie names. With `__Host-`, no other host of the domain can set the
 * cookie; browsers accept it on https only (RFC 6265bis).
 */
export function cookiePrefix({ publicUrl }: Pick<Settings, 'publicUrl'>): string {
  return `${publicUrl.startsWith('https:') ? '__Host-' : ''}good-vibes`
}
