import { useEffect } from 'react'
import { matchPath, Route, Routes, useLocation } from 'react-router-dom'
import { type PageRow, pages } from '#rules/pages.ts'
import { paths, signInPath } from '#rules/paths.ts'
import { lazyPage } from './features/shell/lazy-page.tsx'
import { useViewer } from './features/user/viewer.ts'
import { Layout } from './pages/Layout.tsx'
import { pageComponents } from './pages.ts'

const NotFoundPage = lazyPage(() => import('./pages/not-found/NotFoundPage.tsx'))

/** Loads the code of the page at a path. */
export async function preloadPage(pathname: string): Promise<void> {
  const row = pages.find(({ path }) => matchPath(path, pathname))
  const page = row && pageComponents[row.page]
  if (page && 'preload' in page) await page.preload()
}

/** The routes of all pages. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        {pages.map((row) => (
          <Route key={row.path} path={row.path} element={<PageFor row={row} />} />
        ))}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

/** Sends visitors elsewhere, as the server does, if they have no such page. */
function PageFor({ row: { page, visitors } }: { row: PageRow }) {
  const viewer = useViewer()
  const { pathname, search } = useLocation()
  const isVisitor = viewer === null || (visitors === 'sign-in' && viewer?.kind === 'demo')
  const destination =
    (isVisitor &&
      {
        landing: paths.home,
        'sign-in': signInPath(pathname + search),
        page: null,
        demo: null,
      }[visitors]) ||
    null
  useEffect(() => {
    if (destination !== null) location.replace(destination)
  }, [destination])
  const Page = pageComponents[page]
  return destination === null ? <Page /> : null
}
