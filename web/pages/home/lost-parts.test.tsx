import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ada } from '../../test/data.ts'
import { mockFeed, mockFollowing, mockViewer } from '../../test/feed.ts'
import { renderApp } from '../../test/render.tsx'

const lost = vi.hoisted(() => () => {
  throw new TypeError('Failed to fetch')
})
vi.mock('./EmptyFeed.tsx', lost)
vi.mock('./EmptyFollowing.tsx', lost)
vi.mock('../../features/shell/SidePanelContent.tsx', lost)
// The tab is not stale.
vi.mock('../../lib/reload.ts', () => ({ reloadIfStale: async () => {} }))

beforeEach(() => {
  // React reports what a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test.each([
  ['an empty feed', '/'],
  ['an empty Following tab', '/?feed=following'],
])('%s whose script is lost offers to try again', async (_case, path) => {
  mockViewer(ada)
  mockFeed([])
  mockFollowing([])
  await renderApp(path)
  const main = within(screen.getByRole('main'))
  expect(await main.findByRole('button', { name: 'Try again' })).toBeInTheDocument()
})

test('a side panel whose script is lost offers to try again', async () => {
  mockViewer(ada)
  mockFeed([])
  await renderApp('/')
  // jsdom applies phone styles, which hide the panel.
  const panel = within(await screen.findByRole('complementary', { hidden: true }))
  expect(await panel.findByRole('button', { name: 'Try again', hidden: true })).toBeInTheDocument()
})
