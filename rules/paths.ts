/** The paths of the client's pages; rules/pages.ts says what is at each. */
export const paths = {
  home: '/',
  explore: '/explore',
  ownProfile: '/profile',
  notifications: '/notifications',
  settings: '/settings',
  /** Sign-ups that wait for a moderator. */
  applications: '/moderation/applications',
  reports: '/settings/reports',
  rules: '/rules',
  /** First posts that wait for an answer. */
  hello: '/hello',
  moderation: '/moderation',
  signIn: '/api/login',
} as const

/** @param user an id or a username */
export function profilePath(user: string): string {
  return `${paths.ownProfile}/${encodeURIComponent(user)}`
}

/** Posts: each has a page at its id below it. */
const POST = '/post/'
export const POST_PATTERN = `${POST}:postId`

/** The page of a post or reply. */
export function postPath({ id }: { id: string }): string {
  return `${POST}${encodeURIComponent(id)}`
}

/** @param user an id or a username */
export function followersPath(user: string): string {
  return `${profilePath(user)}/followers`
}

/** @param user an id or a username */
export function followingPath(user: string): string {
  return `${profilePath(user)}/following`
}

/** A rule on the page of the rules. */
export function rulePath(ruleId: string): string {
  return `${paths.rules}#${encodeURIComponent(ruleId)}`
}

/** Invitations: the sign-up page is at their code below it. */
const JOIN = '/join/'
export const JOIN_PATTERN = `${JOIN}:code`

/** The sign-up page of an invitation. */
export function joinPath(code: string): string {
  return `${JOIN}${encodeURIComponent(code)}`
}

/** The code of an invitation in the path of its page; null for another path. */
export function codeInPath(path: string): string | null {
  return path.startsWith(JOIN) ? path.slice(JOIN.length).replace(/\/$/, '') : null
}

/** The page that makes the viewer an administrator. */
export function adminLinkPath(token: string): string {
  return `/administrator/${token}`
}

/** The picture of a report, which moderators alone get. */
export function reportPicturePath(reportId: string): string {
  return `${paths.moderation}/pictures/${reportId}`
}

/** Ends the weekly email for everyone who has the token. */
export function unsubscribePath(token: string): string {
  return `/api/unsubscribe/${token}`
}

/** The account routes are below it; the page to sign in is beside it. */
export const ACCOUNT_ROUTES = '/api/auth'

export function signInPath(returnTo: string): string {
  return `${paths.signIn}?${new URLSearchParams({ returnTo })}`
}
