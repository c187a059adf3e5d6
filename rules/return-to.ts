import { paths } from './paths.ts'

const ANY_ORIGIN = 'http://origin.invalid'

/** The path if it is on this origin, otherwise the home page. Prevents open redirects. */
export function safeReturnTo(returnTo: unknown): string {
  // Browsers read `\` as `/` and drop tabs and line breaks, so `/\evil` leaves the origin.
  if (typeof returnTo !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(returnTo))
    return paths.home
  if (!URL.canParse(returnTo, ANY_ORIGIN)) return paths.home
  const url = new URL(returnTo, ANY_ORIGIN)
  // `/..//evil` leaves the origin once its dots are resolved.
  if (url.origin !== ANY_ORIGIN || url.pathname.startsWith('//')) return paths.home
  return `${url.pathname}${url.search}${url.hash}`
}
