import { lazy } from 'react'
import { matchPath, Route, Routes } from 'react-router-dom'
import { paths } from '#rules/paths.ts'
import HomePage from './pages/home/HomePage.tsx'
import { Layout } from './pages/Layout.tsx'

const profilePattern = `${paths.ownProfile}/:userId?`

const explore = () => import('./pages/explore/ExplorePage.tsx')
const profile = () => import('./pages/profile/ProfilePage.tsx')
const settings = () => import('./pages/settings/SettingsPage.tsx')
const notFound = () => import('./pages/not-found/NotFoundPage.tsx')

const ExplorePage = lazy(explore)
const ProfilePage = lazy(profile)
const SettingsPage = lazy(settings)
const NotFoundPage = lazy(notFound)

/** Loads the page of an address. One that cannot be loaded is told about where it is shown. */
export async function preloadPage(pathname: string): Promise<void> {
  await loaderOf(pathname)?.().catch(() => {})
}

function loaderOf(pathname: string) {
  if (pathname === paths.explore) return explore
  if (pathname === paths.settings) return settings
  return matchPath(profilePattern, pathname) ? profile : null
}

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route path={paths.home} element={<HomePage />} />
        <Route path={paths.explore} element={<ExplorePage />} />
        <Route path={profilePattern} element={<ProfilePage />} />
        <Route path={paths.settings} element={<SettingsPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}
