import { lazy } from 'react'
import { matchPath, Route, Routes } from 'react-router-dom'
import { paths } from '#rules/paths.ts'
import HomePage from './pages/home/HomePage.tsx'
import { Layout } from './pages/Layout.tsx'

const profilePattern = `${paths.ownProfile}/:userId?`

/** The lazily loaded pages, by the pattern of their path. */
const lazyPages = Object.entries({
  [paths.explore]: () => import('./pages/explore/ExplorePage.tsx'),
  [profilePattern]: () => import('./pages/profile/ProfilePage.tsx'),
  [paths.settings]: () => import('./pages/settings/SettingsPage.tsx'),
}).map(([pattern, load]) => ({ pattern, load, Page: lazy(load) }))
const NotFoundPage = lazy(() => import('./pages/not-found/NotFoundPage.tsx'))

/** Loads the code of a page. A failed load surfaces when the page renders. */
export async function preloadPage(pathname: string): Promise<void> {
  const page = lazyPages.find(({ pattern }) => matchPath(pattern, pathname))
  await page?.load().catch(() => {})
}

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route path={paths.home} element={<HomePage />} />
        {lazyPages.map(({ pattern, Page }) => (
          <Route key={pattern} path={pattern} element={<Page />} />
        ))}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}
