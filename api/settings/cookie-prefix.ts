import type { Settings } from './settings.ts'

type WithUrl = Pick<Settings, 'publicUrl'>

/** Most installations have this one, which needs no suffix. */
const DEFAULT_PORT = '4000'

/**
 * The prefix of the product's cookie names. With `__Host-`, no other host of the domain can set the
 * cookie; browsers accept it on https only (RFC 6265bis). Cookies ignore ports, so the port is in
 * the name: installations on other ports of the host have cookies of their own.
 */
export function cookiePrefix({ publicUrl }: WithUrl): string {
  const { port } = new URL(publicUrl)
  const suffix = port === '' || port === DEFAULT_PORT ? '' : `-${port}`
  return `${cookiePrefixWithoutPort({ publicUrl })}${suffix}`
}

/** The prefix that every installation had before 0.3. Sessions of that name last until 0.4. */
export function cookiePrefixWithoutPort({ publicUrl }: WithUrl): string {
  return `${publicUrl.startsWith('https:') ? '__Host-' : ''}good-vibes`
}
