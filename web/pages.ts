import type { ComponentType } from 'react'
import type { PageName } from '#rules/pages.ts'
import { lazyPage } from './features/shell/lazy-page.tsx'
import { FeedPage } from './pages/home/FeedPage.tsx'
import type { LazyPart } from './ui/lazy-part.tsx'

/** The component of each page; the rows are in rules/pages.ts. */
export const pageComponents: Record<PageName, ComponentType | LazyPart<object>> = {
  // In the initial script, because most visits start here.
  home: FeedPage,
  explore: lazyPage(() => import('./pages/explore/ExplorePage.tsx')),
  notifications: lazyPage(() => import('./pages/notifications/NotificationsPage.tsx')),
  profile: lazyPage(() => import('./pages/profile/ProfilePage.tsx')),
  people: lazyPage(() => import('./pages/people/PeoplePage.tsx')),
  post: lazyPage(() => import('./pages/post/PostPage.tsx')),
  hello: lazyPage(() => import('./pages/hello/HelloPage.tsx')),
  settings: lazyPage(() => import('./pages/settings/SettingsPage.tsx')),
  moderation: lazyPage(() => import('./pages/moderation/ModerationPage.tsx')),
  reports: lazyPage(() => import('./pages/reports/ReportsPage.tsx')),
  rules: lazyPage(() => import('./pages/rules/RulesPage.tsx')),
  applications: lazyPage(() => import('./pages/applications/ApplicationsPage.tsx')),
  administrator: lazyPage(() => import('./pages/administrator/AdministratorPage.tsx')),
}
