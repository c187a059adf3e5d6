import { useEffect } from 'react'
import { matchPath, Route, Routes, useLocation } from 'react-router-dom'
import type { Visitors } from '#rules/page-table.ts'
import { paths, signInPath } from '#rules/paths.ts'
import { lazyPage } from './features/shell/lazy-page.tsx'
import { NavigationContext } from './features/shell/navigation.ts'
import { isDemoViewer, useViewer } from './features/user/viewer.ts'
import { Layout } from './pages/Layout.tsx'
import { pages as allPages, type PageRow } from './pages.ts'

const NotFoundPage = lazyPage(() => import('./pages/not-found/NotFoundPage.tsx'))

/** Loads the code of the page at a path. */
export async function preloadPage(pathname: string): Promise<void> {
  const page = allPages.find(({ path }) => matchPath(path, pathname))?.page
  if (page && 'preload' in page) await page.preload()
}

const navEntries = (pages: readonly PageRow[]) =>
  pages.flatMap(({ path, visitors, nav }) =>
    nav ? [{ ...nav, path, forAccounts: nav.menu === 'account' && visitors === 'sign-in' }] : [],
  )
const allEntries = navEntries(allPages)

/** The routes and the navigation of all pages. */
export function AppRoutes({ pages = allPages }: { pages?: readonly PageRow[] }) {
  return (
    <NavigationContext value={pages === allPages ? allEntries : navEntries(pages)}>
      <Routes>
        <Route element={<Layout />}>
          {pages.map(
            ({ path, page, visitors }) =>
              page && (
                <Route
                  key={path}
                  path={path}
                  element={<PageFor visitors={visitors} page={page} />}
                />
              ),
          )}
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </NavigationContext>
  )
}

/** Sends visitors elsewhere, as the server does, if they have no such page. */
function PageFor({
  visitors,
  page: Page,
}: {
  visitors: Visitors
  page: NonNullable<PageRow['page']>
}) {
  const viewer = useViewer()
  const { pathname } = useLocation()
  const isVisitor = viewer === null || (visitors === 'sign-in' && isDemoViewer(viewer))
  const destination =
    (isVisitor &&
      { landing: paths.home, 'sign-in': signInPath(pathname), page: null, demo: null }[visitors]) ||
    null
  useEffect(() => {
    if (destination !== null) location.replace(destination)
  }, [destination])
  return destination === null ? <Page /> : null
}
