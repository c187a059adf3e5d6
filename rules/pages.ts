import type { PageVariables } from './page-variables.ts'
import { adminLinkPath, POST_PATTERN, paths } from './paths.ts'

export interface PageQuery {
  operation: string
  variables: PageVariables
}

/**
 * What a visitor gets at the path of a page: the page itself, the landing page, the sign-in page,
 * or the page as the demo user. Where the demo user has no such page, it is sent to sign in as
 * well.
 */
export type Visitors = 'page' | 'landing' | 'sign-in' | 'demo'

/** What the server adds to a page's head: about the site, or the post or profile of the path. */
export type PageHead = 'site' | 'post' | 'profile'

export type MenuName = 'main' | 'account'

interface Row {
  /** The name of its folder in web/pages, which has its component. */
  page: string
  /** A pattern, as Express and React Router read it. */
  path: string
  visitors: Visitors
  /** Whether the page is 404 for other members. */
  forModerators?: boolean
  /** The query for the page's first data, which comes with the HTML. */
  query?: PageQuery
  /** Queries of the page's other tabs: the first one with variables runs in place of `query`. */
  tabs?: readonly PageQuery[]
  /** Whether the page is 404 when its query finds nothing. */
  needsResult?: boolean
  /** What link previews, search engines and feed readers learn: api/serve/pages/page-head.ts. */
  head?: PageHead
  /** The menu that has an entry for it: web/features/shell/entries. */
  menu?: MenuName
}

/** The query of the frame around all pages. */
export const frame: PageQuery = { operation: 'Viewer', variables: 'viewer' }

const profile = { operation: 'Profile', variables: 'profile' } as const

const rows = [
  {
    page: 'home',
    path: paths.home,
    visitors: 'landing',
    query: { operation: 'Feed', variables: 'none' },
    tabs: [{ operation: 'FollowingFeed', variables: 'following' }],
    head: 'site',
    menu: 'main',
  },
  {
    page: 'explore',
    path: paths.explore,
    visitors: 'page',
    query: { operation: 'Explore', variables: 'search' },
    tabs: [{ operation: 'ExplorePeople', variables: 'peopleSearch' }],
    menu: 'main',
  },
  {
    page: 'notifications',
    path: paths.notifications,
    visitors: 'sign-in',
    query: { operation: 'Notifications', variables: 'none' },
    menu: 'main',
  },
  {
    page: 'profile',
    path: paths.ownProfile,
    visitors: 'demo',
    query: profile,
    menu: 'main',
  },
  {
    page: 'profile',
    path: `${paths.ownProfile}/:userId`,
    visitors: 'page',
    query: profile,
    needsResult: true,
    head: 'profile',
  },
  {
    page: 'people',
    path: `${paths.ownProfile}/:userId/followers`,
    visitors: 'page',
    query: { operation: 'People', variables: 'followers' },
    needsResult: true,
  },
  {
    page: 'people',
    path: `${paths.ownProfile}/:userId/following`,
    visitors: 'page',
    query: { operation: 'People', variables: 'followees' },
    needsResult: true,
  },
  {
    page: 'post',
    path: POST_PATTERN,
    visitors: 'page',
    query: { operation: 'Post', variables: 'post' },
    needsResult: true,
    head: 'post',
  },
  {
    page: 'hello',
    path: paths.hello,
    visitors: 'sign-in',
    query: { operation: 'Hello', variables: 'none' },
  },
  {
    page: 'settings',
    path: paths.settings,
    visitors: 'sign-in',
    query: { operation: 'Settings', variables: 'none' },
    menu: 'account',
  },
  {
    page: 'moderation',
    path: paths.moderation,
    visitors: 'sign-in',
    forModerators: true,
    query: { operation: 'ModerationQueue', variables: 'none' },
  },
  {
    page: 'reports',
    path: paths.reports,
    visitors: 'sign-in',
    query: { operation: 'Reports', variables: 'none' },
  },
  {
    page: 'rules',
    path: paths.rules,
    visitors: 'page',
    query: { operation: 'Rules', variables: 'none' },
  },
  {
    page: 'applications',
    path: paths.applications,
    visitors: 'sign-in',
    forModerators: true,
    query: { operation: 'Applications', variables: 'none' },
  },
  {
    page: 'administrator',
    path: adminLinkPath(':token'),
    visitors: 'sign-in',
  },
] as const satisfies readonly Row[]

type TypedRow = (typeof rows)[number]

export type PageName = TypedRow['page']
/** The name of a query that the server runs for a page. */
export type PageOperation =
  | Extract<TypedRow, { query: PageQuery }>['query']['operation']
  | Extract<TypedRow, { tabs: readonly PageQuery[] }>['tabs'][number]['operation']

export interface PageRow extends Row {
  page: PageName
}

/**
 * The pages of the client. Routes, navigation, preloaded scripts and data, and the server's
 * statuses follow from their rows.
 */
export const pages: readonly PageRow[] = rows

/** Every query that the server runs for a page. */
export const pageQueries: readonly PageQuery[] = [
  frame,
  ...pages.flatMap(({ query, tabs = [] }) => (query ? [query, ...tabs] : [])),
]
