/** The client's pages. The server responds to other paths with 404. */
export const paths = {
  home: '/',
  explore: '/explore',
  ownProfile: '/profile',
  notifications: '/notifications',
  settings: '/settings',
  signIn: '/api/login',
} as const

/** @param user an id or a username */
export function profilePath(user: string): string {
  return `${paths.ownProfile}/${encodeURIComponent(user)}`
}

export function searchPath(query: string): string {
  return `${paths.explore}?${new URLSearchParams({ q: query })}`
}

export function signInPath(returnTo: string): string {
  return `${paths.signIn}?${new URLSearchParams({ returnTo })}`
}

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
