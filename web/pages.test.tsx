import { expect, test } from 'vitest'
import { pageQueries, pages } from '#rules/pages.ts'
import { pageOperations } from './page-operations.ts'
import { pageComponents } from './pages.ts'
import { preloadPage } from './routes.tsx'

test('the server gets every query of a page as the client prints it', async () => {
  const operations = await pageOperations()
  expect(Object.keys(operations).sort()).toEqual(
    [...new Set(pageQueries.map(({ operation }) => operation))].sort(),
  )
  for (const text of Object.values(operations)) {
    expect(text).toContain('__typename')
    expect(text).not.toContain('@unmask')
  }
})

test.each(pages)('the folder $page has the component of a page', ({ page }) => {
  expect(pageComponents[page]).toBeDefined()
})

test.each(pages.filter(({ page }) => 'preload' in pageComponents[page]))(
  'the code of $path can be preloaded',
  async ({ path }) => {
    await expect(preloadPage(path.replace(':userId', 'ada'))).resolves.toBeUndefined()
  },
)
