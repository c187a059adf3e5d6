import { lazy } from 'react'
import { matchPath, Route, Routes } from 'react-router-dom'
import { paths } from '#rules/paths.ts'
import HomePage from './pages/home/HomePage.tsx'
import { Layout } from './pages/Layout.tsx'

const profilePattern = `${paths.ownProfile}/:userId?`

const explore = () => import('./pages/explore/ExplorePage.tsx')
const profile = () => import('./pages/profile/ProfilePage.tsx')
const notFound = () => import('./pages/not-found/NotFoundPage.tsx')

const ExplorePage = lazy(explore)
const ProfilePage = lazy(profile)
const NotFoundPage = lazy(notFound)

/** Loads the page of an address. One that cannot be loaded is told about where it is shown. */
export async function preloadPage(pathname: string): Promise<void> {
  const load = pathname === paths.explore ? explore : matchPath(profilePattern, pathname) ? profile : null
  await load?.().catch(() => {})
}

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route path={paths.home} element={<HomePage />} />
        <Route path={paths.explore} element={<ExplorePage />} />
        <Route path={profilePattern} element={<ProfilePage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}
