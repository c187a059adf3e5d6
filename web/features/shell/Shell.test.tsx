import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ada, postData } from '../../test/data.ts'
import { answerFeed, answerViewer } from '../../test/feed.ts'
import { renderApp } from '../../test/render.tsx'
import { network } from '../../test/setup.ts'

const demo = { ...ada, id: 'demo-user', displayName: 'Demo User', username: 'demouser' }

/** The page says whether the server has a demo user. */
function offerDemo(content: 'on' | 'off') {
  const meta = Object.assign(document.createElement('meta'), { name: 'demo-user', content })
  document.head.append(meta)
}

/** jsdom knows no widths: by its styles it is a phone, so a wide screen's sidebar is not displayed. */
const wide = { hidden: true }

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
  vi.unstubAllGlobals()
  assign.mockReset()
  document.querySelector('meta[name="demo-user"]')?.remove()
})

test('the sidebar leads everywhere, marks where one is, and shows who one is', async () => {
  answerViewer(ada)
  answerFeed([postData()])
  await renderApp('/')
  const sidebar = within(screen.getAllByRole('navigation', wide)[0] as HTMLElement)
  for (const [name, path] of [
    ['Home', '/'],
    ['Explore', '/explore'],
    ['Notifications', '/notifications'],
    ['Profile', '/profile'],
  ] as const)
    expect(sidebar.getByRole('link', { name, ...wide })).toHaveAttribute('href', path)
  expect(sidebar.getByRole('link', { name: 'Home', ...wide })).toHaveAttribute(
    'aria-current',
    'page',
  )
  expect(sidebar.getByRole('link', { name: 'Explore', ...wide })).not.toHaveAttribute(
    'aria-current',
  )
  expect(await sidebar.findByText('Ada Sunrise')).toBeInTheDocument()
  expect(sidebar.getByRole('link', { name: 'Settings', ...wide })).toHaveAttribute(
    'href',
    '/settings',
  )
  expect(sidebar.getByText('@ada')).toBeInTheDocument()
})

test('Sign out ends the session and leaves for the home page', async () => {
  answerViewer(ada)
  answerFeed([postData()])
  const ended = vi.fn()
  network.use(
    http.post('*/api/logout', () => {
      ended()
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await renderApp('/')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out', ...wide }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
  expect(ended).toHaveBeenCalledOnce()
})

test('a sign-out that fails stays and says so', async () => {
  answerViewer(ada)
  answerFeed([postData()])
  network.use(http.post('*/api/logout', () => HttpResponse.text('Resting', { status: 503 })))
  await renderApp('/')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out', ...wide }))
  expect(await screen.findByText('503: Resting')).toBeInTheDocument()
  expect(assign).not.toHaveBeenCalled()
})

test('the colour mode is switched and remembered', async () => {
  answerViewer(ada)
  answerFeed([postData()])
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

test('the demo user says who it is with each request, and can join or leave', async () => {
  offerDemo('on')
  localStorage.setItem('demoUser', JSON.stringify({ id: 'demo-user' }))
  const headers: (string | null)[] = []
  network.events.on('request:start', ({ request }) => {
    headers.push(request.headers.get('X-Demo-User'))
  })
  answerViewer(null, demo)
  answerFeed([postData()])
  await renderApp('/')
  expect(await screen.findByText('@demouser')).toBeInTheDocument()
  expect(new Set(headers)).toEqual(new Set(['1']))
  expect(screen.queryByRole('button', { name: 'Sign out', ...wide })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Settings', ...wide })).toBeNull()
  expect(screen.getByRole('link', { name: 'Join', ...wide })).toHaveAttribute(
    'href',
    '/api/login?returnTo=%2Fexplore',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Leave demo', ...wide }))
  expect(localStorage.getItem('demoUser')).toBeNull()
  expect(assign).toHaveBeenCalledWith('/')
})

test('signing in ends the demo', async () => {
  offerDemo('on')
  localStorage.setItem('demoUser', JSON.stringify({ id: 'demo-user' }))
  answerViewer(ada, demo)
  answerFeed([postData()])
  await renderApp('/')
  expect(await screen.findByText('@ada')).toBeInTheDocument()
  await waitFor(() => expect(localStorage.getItem('demoUser')).toBeNull())
})

test('where there is no demo user, an old one is not used', async () => {
  offerDemo('off')
  localStorage.setItem('demoUser', JSON.stringify({ id: 'demo-user' }))
  const headers: (string | null)[] = []
  network.events.on('request:start', ({ request }) => {
    headers.push(request.headers.get('X-Demo-User'))
  })
  answerViewer(ada)
  answerFeed([postData()])
  await renderApp('/')
  await screen.findByText('@ada')
  expect(new Set(headers)).toEqual(new Set([null]))
})

test('without a server the client says so, and comes back by itself', async () => {
  answerViewer(ada)
  network.use(http.post('*/graphql', () => HttpResponse.error()))
  network.use(http.get('*/readyz', () => HttpResponse.error()))
  await renderApp('/')
  expect(await screen.findByText(/We can't reach Good Vibes/)).toBeInTheDocument()
  network.resetHandlers()
  network.use(http.get('*/readyz', () => HttpResponse.json({})))
  answerViewer(ada)
  answerFeed([postData()])
  expect(await screen.findByRole('article')).toBeInTheDocument()
  expect(screen.queryByText(/We can't reach Good Vibes/)).toBeNull()
})
