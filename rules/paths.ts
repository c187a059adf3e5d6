/** The client's addresses, known to the server too so that it answers others with 404. */
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

/** A path on this origin to come back to after signing in; anything else becomes the home page. */
export function safeReturnTo(returnTo: unknown): string {
  // Browsers read a backslash as a slash and drop tabs and line breaks, so `/\evil` and `/\t/evil` leave the origin.
  if (typeof returnTo !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(returnTo))
    return paths.home
  if (!URL.canParse(returnTo, ANY_ORIGIN)) return paths.home
  const url = new URL(returnTo, ANY_ORIGIN)
  // `/..//evil` is on this origin as it stands, and leaves it once its dots are resolved.
  if (url.origin !== ANY_ORIGIN || url.pathname.startsWith('//')) return paths.home
  return `${url.pathname}${url.search}${url.hash}`
}
