import { portSuffix } from '#rules/port-suffix.ts'
import type { Settings } from './settings.ts'

type WithUrl = Pick<Settings, 'publicUrl'>

/**
 * The prefix of the product's cookie names. With `__Host-`, no other host of the domain can set the
 * cookie; browsers accept it on https only (RFC 6265bis).
 */
export function cookiePrefix({ publicUrl }: WithUrl): string {
  return cookiePrefixWithoutPort({ publicUrl }) + portSuffix(new URL(publicUrl).port)
}

/** The prefix that every installation had before 0.3. Sessions of that name last until 0.4. */
export function cookiePrefixWithoutPort({ publicUrl }: WithUrl): string {
  return `${publicUrl.startsWith('https:') ? '__Host-' : ''}good-vibes`
}
