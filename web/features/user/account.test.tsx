import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { followAccount, showAccount } from '../../lib/account.ts'
import { api } from '../../test/api.ts'
import { field, share, toast } from '../../test/composer.ts'
import { ada, postData } from '../../test/data.ts'
import { mockFeed, mockViewer } from '../../test/feed.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'

const ben = { ...ada, id: 'user_ben', displayName: 'Ben', username: 'ben' }
const includeHidden = { hidden: true }
const { href, origin } = location
const [assign, reload] = [vi.fn(), vi.fn()]

/** The headers X-Account of the requests, by operation or path. */
const named = new Map<string, string | null>()
network.events.on('request:start', async ({ request }) => {
  const account = request.headers.get('X-Account')
  const body = await request.clone().text()
  named.set(/"operationName":"(\w+)"/.exec(body)?.[1] ?? new URL(request.url).pathname, account)
})

followAccount()

beforeEach(() => {
  vi.stubGlobal('location', { href, origin, assign, reload, pathname: '/', search: '' })
  for (const mock of [assign, reload]) mock.mockReset()
  named.clear()
})

async function openFeed(viewer: typeof ada) {
  mockViewer(viewer)
  mockFeed([postData()])
  const page = await renderApp('/')
  await screen.findByText(`@${viewer.username}`)
  return page
}

/** What another tab writes. */
const tell = (newValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key: 'account', newValue }))

/** Refuses all writes as the server does when another account is signed in. */
function refuseWrites() {
  const problem = { code: 'ACCOUNT_CHANGED', detail: 'from the server' }
  const errors = [{ message: 'from the server', extensions: { reason: 'ACCOUNT_CHANGED' } }]
  const init = (type: string) => ({ status: 409, headers: { 'content-type': type } })
  network.use(
    ...(['CreatePost', 'LikePost'] as const).map((name) =>
      api.mutation(name, () =>
        HttpResponse.json({ errors }, init('application/graphql-response+json')),
      ),
    ),
    http.post('*/api/*', () => HttpResponse.json(problem, init('application/problem+json'))),
  )
}

test('changes name the account that the page shows, and reads do not', async () => {
  await openFeed(ada)
  refuseWrites()
  await userEvent.click(screen.getByRole('button', { name: /^Like/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Sign out', ...includeHidden }))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
  expect([named.get('/api/logout'), named.get('LikePost')]).toEqual([ada.id, ada.id])
  expect([named.get('Viewer'), named.get('Feed')]).toEqual([null, null])
})

test('a refused post reloads the page as who is signed in, and the draft stays', async () => {
  const page = await openFeed(ada)
  refuseWrites()
  await userEvent.type(field(), 'Soup on the balcony')
  await userEvent.click(share())
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  page.unmount()

  const next = await openFeed(ben)
  expect(field()).toHaveValue('')
  await toast('A different account is signed in now, so nothing was changed.')
  next.unmount()

  await openFeed(ada)
  expect(field()).toHaveValue('Soup on the balcony')
})

test('a refused sign-out and a refused photo reload the page too', async () => {
  await openFeed(ada)
  refuseWrites()
  await userEvent.click(screen.getByRole('button', { name: 'Sign out', ...includeHidden }))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  expect(assign).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Photo' }))
  const picture = new File(['x'], 'a.png', { type: 'image/png' })
  await userEvent.upload(await screen.findByLabelText(/Choose a photo/), picture)
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
  expect(named.get('/api/media')).toBe(ada.id)
})

test('a page reloads when another tab tells of another account', async () => {
  await openFeed(ada)
  expect(localStorage.getItem('account')).toBe(ada.id)
  for (const same of [ada.id, null]) tell(same)
  expect(reload).not.toHaveBeenCalled()
  for (const other of [ben.id, 'demo-user', '']) tell(other)
  expect(reload).toHaveBeenCalledTimes(3)
})

test('signing out tells all tabs', async () => {
  network.use(http.post('*/api/logout', () => new HttpResponse(null, { status: 204 })))
  await openFeed(ada)
  await userEvent.click(screen.getByRole('button', { name: 'Sign out', ...includeHidden }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
  expect(localStorage.getItem('account')).toBe('')
})

test('a page that the browser restores from memory reloads', () => {
  const show = (persisted: boolean) =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }))
  show(false)
  expect(reload).not.toHaveBeenCalled()
  show(true)
  expect(reload).toHaveBeenCalledOnce()
})

test('a visitor’s page forgets the account, so that signing in again is a change', () => {
  showAccount(ada.id)
  showAccount(null)
  expect(localStorage.getItem('account')).toBeNull()
  expect(reload).not.toHaveBeenCalled()
})
