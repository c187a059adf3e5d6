import type { MessageDescriptor } from '@lingui/core'
import type { LucideIcon } from 'lucide-react'
import Bell from 'lucide-react/icons/bell'
import CircleUser from 'lucide-react/icons/circle-user'
import Compass from 'lucide-react/icons/compass'
import House from 'lucide-react/icons/house'
import Settings from 'lucide-react/icons/settings-2'
import type { ComponentType } from 'react'
import type { PageHead, PageQuery, Visitors } from '#rules/page-table.ts'
import { adminLinkPath, POST_PATTERN, paths } from '#rules/paths.ts'
import { lazyPage } from './features/shell/lazy-page.tsx'
import { navMessages } from './messages/shell.ts'
import { FeedPage } from './pages/home/FeedPage.tsx'
import type { LazyPart } from './ui/lazy-part.tsx'

export interface PageRow {
  /** A pattern, as Express and React Router read it. */
  path: string
  /** The folder in web/pages. */
  folder: string
  /** Absent while the page is not built: its path is 404. */
  page?: ComponentType | LazyPart<object>
  /** What visitors get at the path: `rules/page-table.ts`. */
  visitors: Visitors
  /** Whether the page is 404 for other members. */
  forModerators?: boolean
  /** The query for the page's first data, which comes with the HTML. */
  query?: PageQuery
  /** Queries of the page's other tabs. */
  tabs?: PageQuery[]
  /** Whether the page is 404 when its query finds nothing. */
  needsResult?: boolean
  /** What link previews, search engines and feed readers learn: api/serve/pages/page-head.ts. */
  head?: PageHead
  nav?: { menu: 'main' | 'account'; name: MessageDescriptor; icon: LucideIcon }
}

const ProfilePage = lazyPage(() => import('./pages/profile/ProfilePage.tsx'))
const PeoplePage = lazyPage(() => import('./pages/people/PeoplePage.tsx'))
const profileQuery = { operation: 'Profile', variables: 'profile' } as const

/**
 * The pages of the client. Routes, navigation, preloaded scripts and data, and the server's
 * statuses follow from their rows.
 */
export const pages: PageRow[] = [
  {
    path: paths.home,
    folder: 'home',
    // In the initial script, because most visits start here.
    page: FeedPage,
    visitors: 'landing',
    query: { operation: 'Feed', variables: 'none' },
    tabs: [{ operation: 'FollowingFeed', variables: 'following' }],
    head: 'site',
    nav: { menu: 'main', name: navMessages.home, icon: House },
  },
  {
    path: paths.explore,
    folder: 'explore',
    page: lazyPage(() => import('./pages/explore/ExplorePage.tsx')),
    visitors: 'page',
    query: { operation: 'Explore', variables: 'search' },
    tabs: [{ operation: 'ExplorePeople', variables: 'peopleSearch' }],
    nav: { menu: 'main', name: navMessages.explore, icon: Compass },
  },
  {
    path: paths.notifications,
    folder: 'notifications',
    page: lazyPage(() => import('./pages/notifications/NotificationsPage.tsx')),
    visitors: 'sign-in',
    query: { operation: 'Notifications', variables: 'none' },
    nav: { menu: 'main', name: navMessages.notifications, icon: Bell },
  },
  {
    path: paths.ownProfile,
    folder: 'profile',
    page: ProfilePage,
    visitors: 'demo',
    query: profileQuery,
    nav: { menu: 'main', name: navMessages.profile, icon: CircleUser },
  },
  {
    path: `${paths.ownProfile}/:userId`,
    folder: 'profile',
    page: ProfilePage,
    visitors: 'page',
    query: profileQuery,
    needsResult: true,
    head: 'profile',
  },
  {
    path: `${paths.ownProfile}/:userId/followers`,
    folder: 'people',
    page: PeoplePage,
    visitors: 'page',
    query: { operation: 'People', variables: 'followers' },
    needsResult: true,
  },
  {
    path: `${paths.ownProfile}/:userId/following`,
    folder: 'people',
    page: PeoplePage,
    visitors: 'page',
    query: { operation: 'People', variables: 'followees' },
    needsResult: true,
  },
  {
    path: POST_PATTERN,
    folder: 'post',
    page: lazyPage(() => import('./pages/post/PostPage.tsx')),
    visitors: 'page',
    query: { operation: 'Post', variables: 'post' },
    needsResult: true,
    head: 'post',
  },
  {
    path: paths.hello,
    folder: 'hello',
    page: lazyPage(() => import('./pages/hello/HelloPage.tsx')),
    visitors: 'sign-in',
    query: { operation: 'Hello', variables: 'none' },
  },
  {
    path: paths.settings,
    folder: 'settings',
    page: lazyPage(() => import('./pages/settings/SettingsPage.tsx')),
    visitors: 'sign-in',
    query: { operation: 'Settings', variables: 'none' },
    nav: { menu: 'account', name: navMessages.settings, icon: Settings },
  },
  {
    path: paths.moderation,
    folder: 'moderation',
    page: lazyPage(() => import('./pages/moderation/ModerationPage.tsx')),
    visitors: 'sign-in',
    forModerators: true,
    query: { operation: 'ModerationQueue', variables: 'none' },
  },
  {
    path: paths.reports,
    folder: 'reports',
    page: lazyPage(() => import('./pages/reports/ReportsPage.tsx')),
    visitors: 'sign-in',
    query: { operation: 'Reports', variables: 'none' },
  },
  {
    path: paths.rules,
    folder: 'rules',
    page: lazyPage(() => import('./pages/rules/RulesPage.tsx')),
    visitors: 'page',
    query: { operation: 'Rules', variables: 'none' },
  },
  {
    path: paths.applications,
    folder: 'applications',
    page: lazyPage(() => import('./pages/applications/ApplicationsPage.tsx')),
    visitors: 'sign-in',
    forModerators: true,
    query: { operation: 'Applications', variables: 'none' },
  },
  {
    path: adminLinkPath(':token'),
    folder: 'administrator',
    page: lazyPage(() => import('./pages/administrator/AdministratorPage.tsx')),
    visitors: 'sign-in',
  },
]
