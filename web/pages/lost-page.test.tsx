import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { api } from '../test/api.ts'
import { ada } from '../test/data.ts'
import { mockFeed, mockViewer } from '../test/feed.ts'
import { network } from '../test/network.ts'
import { renderApp } from '../test/render.tsx'

vi.mock('./explore/ExplorePage.tsx', () => {
  throw new TypeError('Failed to fetch')
})
// The tab is not stale.
vi.mock('../lib/reload.ts', () => ({ reloadIfStale: async () => {} }))

const heading = () => screen.findByRole('heading', { name: 'Page not available', level: 1 })

beforeEach(() => {
  // React reports what a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('a page whose script is lost has a title and a heading, which gets the focus', async () => {
  mockViewer(ada)
  mockFeed([])
  const { visit } = await renderApp('/')
  await screen.findByRole('heading', { name: 'Good Vibes Feed' })
  await visit('/explore')
  await waitFor(async () => expect(await heading()).toHaveFocus())
  expect(screen.getByText('We couldn’t show this page.')).toBeInTheDocument()
  expect(document.title).toBe('Page not available · Good Vibes')
})

test('so has a page whose viewer does not load', async () => {
  network.use(api.query('Viewer', () => new HttpResponse(null, { status: 500 })))
  mockFeed([])
  await renderApp('/')
  expect(await heading()).toBeInTheDocument()
  await waitFor(() => expect(document.title).toBe('Page not available · Good Vibes'))
})
