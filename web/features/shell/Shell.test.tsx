import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ada, postData } from '../../test/data.ts'
import { mockFeed, mockViewer } from '../../test/feed.ts'
import { network } from '../../test/network.ts'
import { setPageSettings } from '../../test/page-settings.ts'
import { renderApp } from '../../test/render.tsx'

const demo = { ...ada, id: 'demo-user', displayName: 'Demo User', username: 'demouser' }

/** jsdom has no layout and applies phone styles, which hide the sidebar. */
const includeHidden = { hidden: true }

const assign = vi.fn()
beforeEach(() => {
  const { href, origin } = location
  vi.stubGlobal('location', {
    href,
    origin,
    assign,
    replace: assign,
    pathname: '/explore',
    search: '',
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  assign.mockReset()
})

test('the sidebar links to every page, marks the current one and shows the user', async () => {
  mockViewer(ada)
  mockFeed([postData()])
  await renderApp('/')
  const sidebar = within(screen.getAllByRole('navigation', includeHidden)[0] as HTMLElement)
  for (const [name, path] of [
    ['Home', '/'],
    ['Explore', '/explore'],
    ['Notifications', '/notifications'],
    ['Profile', '/profile'],
  ] as const)
    expect(sidebar.getByRole('link', { name, ...includeHidden })).toHaveAttribute('href', path)
  expect(sidebar.getByRole('link', { name: 'Home', ...includeHidden })).toHaveAttribute(
    'aria-current',
    'page',
  )
  expect(sidebar.getByRole('link', { name: 'Explore', ...includeHidden })).not.toHaveAttribute(
    'aria-current',
  )
  expect(await sidebar.findByText('Ada Sunrise')).toBeInTheDocument()
  expect(sidebar.getByRole('link', { name: 'Settings', ...includeHidden })).toHaveAttribute(
    'href',
    '/settings',
  )
  expect(sidebar.getByText('@ada')).toBeInTheDocument()
})

test('Sign out ends the session and opens the home page', async () => {
  mockViewer(ada)
  mockFeed([postData()])
  const ended = vi.fn()
  network.use(
    http.post('*/api/logout', () => {
      ended()
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await renderApp('/')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out', ...includeHidden }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
  expect(ended).toHaveBeenCalledOnce()
})

test('a failed sign-out stays on the page and shows a toast', async () => {
  mockViewer(ada)
  mockFeed([postData()])
  network.use(http.post('*/api/logout', () => HttpResponse.text('Resting', { status: 503 })))
  await renderApp('/')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out', ...includeHidden }))
  expect(await screen.findByText('503: Resting')).toBeInTheDocument()
  expect(assign).not.toHaveBeenCalled()
})

test('the colour mode is switched and stored', async () => {
  mockViewer(ada)
  mockFeed([postData()])
  await renderApp('/')
  await userEvent.click(
    screen.getAllByRole('button', { name: 'Switch to dark mode' })[0] as HTMLElement,
  )
  expect(document.documentElement).toHaveClass('dark')
  expect(localStorage.getItem('color-mode')).toBe('dark')
  await userEvent.click(
    screen.getAllByRole('button', { name: 'Switch to light mode' })[0] as HTMLElement,
  )
  expect(document.documentElement).not.toHaveClass('dark')
})

test('the colour mode follows the choice in another tab', async () => {
  mockViewer(ada)
  mockFeed([postData()])
  await renderApp('/')
  const [button] = screen.getAllByRole('button', { name: 'Switch to dark mode' })
  await userEvent.click(button as HTMLElement)
  expect(document.documentElement).toHaveClass('dark')
  localStorage.setItem('color-mode', 'light')
  window.dispatchEvent(new StorageEvent('storage', { key: 'color-mode' }))
  expect(document.documentElement).not.toHaveClass('dark')
  expect(await screen.findAllByRole('button', { name: 'Switch to dark mode' })).not.toEqual([])
})

test('the demo user sends its header with each request, and can join or leave', async () => {
  setPageSettings({ demoUser: true })
  localStorage.setItem('demoUser', JSON.stringify({ id: 'demo-user' }))
  const headers: (string | null)[] = []
  network.events.on('request:start', ({ request }) => {
    headers.push(request.headers.get('X-Demo-User'))
  })
  mockViewer(null, demo)
  mockFeed([postData()])
  await renderApp('/')
  expect(await screen.findByText('@demouser')).toBeInTheDocument()
  expect(new Set(headers)).toEqual(new Set(['1']))
  expect(screen.queryByRole('button', { name: 'Sign out', ...includeHidden })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Settings', ...includeHidden })).toBeNull()
  expect(screen.getByRole('link', { name: 'Join', ...includeHidden })).toHaveAttribute(
    'href',
    '/api/login?returnTo=%2Fexplore',
  )
  const setItem = vi.spyOn(Storage.prototype, 'setItem')
  await userEvent.click(screen.getByRole('button', { name: 'Leave demo', ...includeHidden }))
  expect(localStorage.getItem('demoUser')).toBeNull()
  // Other tabs hear of it.
  expect(setItem).toHaveBeenCalledWith('account', '')
  expect(assign).toHaveBeenCalledWith('/')
})

test('signing in ends the demo', async () => {
  setPageSettings({ demoUser: true })
  localStorage.setItem('demoUser', JSON.stringify({ id: 'demo-user' }))
  mockViewer(ada, demo)
  mockFeed([postData()])
  await renderApp('/')
  expect(await screen.findByText('@ada')).toBeInTheDocument()
  await waitFor(() => expect(localStorage.getItem('demoUser')).toBeNull())
})

test('without a demo user on the server, a stored one is ignored', async () => {
  setPageSettings({ demoUser: false })
  localStorage.setItem('demoUser', JSON.stringify({ id: 'demo-user' }))
  const headers: (string | null)[] = []
  network.events.on('request:start', ({ request }) => {
    headers.push(request.headers.get('X-Demo-User'))
  })
  mockViewer(ada)
  mockFeed([postData()])
  await renderApp('/')
  await screen.findByText('@ada')
  expect(new Set(headers)).toEqual(new Set([null]))
})

test('the client shows that the server is unreachable, and recovers by itself', async () => {
  mockViewer(ada)
  network.use(http.post('*/graphql', () => HttpResponse.error()))
  network.use(http.get('*/readyz', () => HttpResponse.error()))
  await renderApp('/')
  expect(await screen.findByText(/We can’t reach Good Vibes/)).toBeInTheDocument()
  network.resetHandlers()
  network.use(http.get('*/readyz', () => HttpResponse.json({})))
  mockViewer(ada)
  mockFeed([postData()])
  expect(await screen.findByRole('article')).toBeInTheDocument()
  expect(screen.queryByText(/We can’t reach Good Vibes/)).toBeNull()
})
