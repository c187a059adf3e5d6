import { screen, within } from '@testing-library/react'
import { parse } from 'graphql'
import Bookmark from 'lucide-react/icons/bookmark'
import { expect, test } from 'vitest'
import { navMessages } from './messages/shell.ts'
import { createPageTable } from './page-table.ts'
import { ViewerDocument } from './pages/Layout.generated.ts'
import { type PageRow, pages } from './pages.ts'
import { preloadPage } from './routes.tsx'
import { ada } from './test/data.ts'
import { mockViewer } from './test/feed.ts'
import { renderApp } from './test/render.tsx'

const document = parse('query Bookmarks($folder: ID) { node(id: $folder) { id } }')
const newRow: PageRow = {
  path: '/bookmarks/:folder',
  folder: 'bookmarks',
  page: () => <main>All bookmarks</main>,
  visitors: 'sign-in',
  query: { operation: 'Bookmarks', variables: 'params' },
  needsResult: true,
  nav: { menu: 'main', name: navMessages.profile, icon: Bookmark },
}

test('a new row has a route and an entry in the navigation', async () => {
  mockViewer(ada)
  await renderApp('/bookmarks/all', [...pages, newRow])
  expect(await screen.findByText('All bookmarks')).toBeInTheDocument()
  for (const navigation of screen.getAllByRole('navigation', { hidden: true }))
    expect(
      within(navigation)
        .getAllByRole('link', { hidden: true })
        .map((link) => link.getAttribute('href')),
    ).toContain('/bookmarks/:folder')
})

test('the server gets a new row with its query as the client prints it', async () => {
  const table = await createPageTable([newRow], [document, ViewerDocument])
  expect(table.pages.at(-1)).toEqual({
    path: '/bookmarks/:folder',
    visitors: 'sign-in',
    forModerators: false,
    query: { operation: 'Bookmarks', variables: 'params' },
    tabs: [],
    needsResult: true,
    head: null,
  })
  expect(table.operations.Bookmarks).toContain('__typename')
  expect(Object.keys(table.operations)).toEqual(['Viewer', 'Bookmarks'])
})

test('a page that is not built is in the navigation alone', async () => {
  const { page: _, ...planned } = newRow
  expect((await createPageTable([planned])).pages).toEqual([])
  mockViewer(ada)
  await renderApp('/bookmarks/all', [...pages, planned])
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeInTheDocument()
})

test.each(pages.flatMap(({ path, page }) => (page && 'preload' in page ? { path, page } : [])))(
  'the code of $path can be preloaded',
  async ({ path }) => {
    await expect(preloadPage(path.replace(':userId', 'ada'))).resolves.toBeUndefined()
  },
)
