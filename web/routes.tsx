import { lazy } from 'react'
import { matchPath, Route, Routes } from 'react-router-dom'
import { paths } from '#rules/paths.ts'
import HomePage from './pages/home/HomePage.tsx'
import { Layout } from './pages/Layout.tsx'

const profilePattern = `${paths.ownProfile}/:userId?`

const loadExplore = () => import('./pages/explore/ExplorePage.tsx')
const loadProfile = () => import('./pages/profile/ProfilePage.tsx')
const loadSettings = () => import('./pages/settings/SettingsPage.tsx')
const loadNotFound = () => import('./pages/not-found/NotFoundPage.tsx')

const ExplorePage = lazy(loadExplore)
const ProfilePage = lazy(loadProfile)
const SettingsPage = lazy(loadSettings)
const NotFoundPage = lazy(loadNotFound)

/** Loads the code of a page. A failed load surfaces when the page renders. */
export async function preloadPage(pathname: string): Promise<void> {
  await loaderOf(pathname)?.().catch(() => {})
}

function loaderOf(pathname: string) {
  if (pathname === paths.explore) return loadExplore
  if (pathname === paths.settings) return loadSettings
  return matchPath(profilePattern, pathname) ? loadProfile : null
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
