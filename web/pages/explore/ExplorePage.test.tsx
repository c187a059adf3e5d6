import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { reasons } from '#rules/reasons.ts'
import { SEARCH_DEBOUNCE_MS } from '../../features/search/use-search.ts'
import { api, rateLimited } from '../../test/api.ts'
import {
  ada,
  type PersonData,
  type PostData,
  personData,
  personPage,
  postData,
  postPage,
} from '../../test/data.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'
import type { ExploreQueryVariables } from './Explore.generated.ts'

let searches: ExploreQueryVariables[]

/** Mocks the search results; `next` is the cursor of the next page. */
function mockSearch(
  posts: (query: ExploreQueryVariables) => PostData[],
  next: string | null = null,
) {
  network.use(
    api.query('Explore', ({ variables }) => {
      searches.push(variables)
      return HttpResponse.json({
        data: { search: postPage(posts(variables), variables.after ? null : next) },
      })
    }),
  )
}

beforeEach(() => {
  searches = []
  network.use(
    api.query('Viewer', () => HttpResponse.json({ data: { viewer: ada } })),
    api.query('SuggestedPeople', () => HttpResponse.json({ data: { suggestedUsers: [] } })),
  )
})

/** Holds back the debounce timer of the search; call its last argument to fire it. */
function holdDebounce() {
  const setTimer = window.setTimeout
  const held = vi.fn<(fire: () => void) => void>()
  const spy = vi.spyOn(window, 'setTimeout')
  spy.mockImplementation(((run: () => void, ms?: number) =>
    ms === SEARCH_DEBOUNCE_MS ? held(run) : setTimer(run, ms)) as typeof setTimeout)
  return Object.assign(held, { mockRestore: () => spy.mockRestore() })
}

const field = () => screen.findByPlaceholderText('Search positive vibes...')

test('an empty query shows a prompt and sends no request', async () => {
  mockSearch(() => [])
  await renderApp('/explore')
  await userEvent.type(await field(), '   ')
  expect(await screen.findByText('What would lift your day?')).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Explore' })).toBeInTheDocument()
  await expect.poll(() => document.title).toBe('Explore · Good Vibes')
  expect(searches).toEqual([])
})

test('the field has the focus on a wide screen', async () => {
  await renderApp('/explore')
  const input = await field()
  await waitFor(() => expect(input).toHaveFocus())
})

test('searches once after typing, highlights the matches and announces their number', async () => {
  mockSearch(() => [postData({ content: 'Peppermint TEA, then a teapot of it.' })])
  await renderApp('/explore')
  const debounce = holdDebounce()
  await userEvent.type(await field(), 'tea')
  expect(searches).toEqual([])
  act(() => debounce.mock.lastCall?.[0]())
  debounce.mockRestore()
  const post = await screen.findByRole('article')
  expect(searches).toEqual([{ query: 'tea', first: 20 }])
  expect([...post.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['TEA', 'tea'])
  await waitFor(() => expect(screen.getByText('1 post found')).toHaveAttribute('role', 'status'))
})

test('attack 41: highlighted markup is shown as text', async () => {
  mockSearch(() => [postData({ content: '<img src=x onerror="alert(1)">' })])
  await renderApp('/explore?q=img')
  const post = await screen.findByRole('article')
  expect(post).toHaveTextContent('<img src=x onerror="alert(1)">')
  expect(post.querySelector('mark')).toHaveTextContent('img')
  expect(post.querySelector('img')).toBeNull()
})

test('Enter searches without the debounce', async () => {
  mockSearch(() => [postData()])
  await renderApp('/explore')
  const debounce = holdDebounce()
  await userEvent.type(await field(), 'crocus{Enter}')
  await waitFor(() => expect(searches).toEqual([{ query: 'crocus', first: 20 }]))
  debounce.mockRestore()
})

test('three skeletons show while the results are loading', async () => {
  let respond = () => {}
  const responded = new Promise<void>((resolve) => {
    respond = resolve
  })
  network.use(
    api.query('Explore', async () => {
      await responded
      return HttpResponse.json({ data: { search: postPage([postData()]) } })
    }),
  )
  await renderApp('/explore?q=crocus')
  await waitFor(() => expect(screen.getAllByTestId('skeleton')).toHaveLength(3))
  respond()
  expect(await screen.findByRole('article')).toBeInTheDocument()
  expect(screen.queryAllByTestId('skeleton')).toEqual([])
})

test('no results: the query, the hint and a button to clear the search', async () => {
  mockSearch(() => [])
  await renderApp('/explore?q=gloom')
  expect(await screen.findByText(/No results found/)).toHaveTextContent('gloom')
  expect(screen.getByText('Try searching for something more positive!')).toBeInTheDocument()
  expect(await field()).toHaveValue('gloom')
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }))
  const input = await field()
  await waitFor(() => expect(input).toHaveFocus())
  expect(await screen.findByText('What would lift your day?')).toBeInTheDocument()
})

test('a failed search can be retried', async () => {
  network.use(api.query('Explore', () => new HttpResponse(null, { status: 500 }), { once: true }))
  await renderApp('/explore?q=tea')
  const again = await screen.findByRole('button', { name: 'Try again' })
  mockSearch(() => [postData()])
  await userEvent.click(again)
  expect(await screen.findByRole('article')).toBeInTheDocument()
})

test('a rate-limited search shows when to try again', async () => {
  network.use(api.query('Explore', () => rateLimited('Please try again in 20 seconds.')))
  await renderApp('/explore?q=tea')
  expect(await screen.findByText('Please try again in 20 seconds.')).toBeInTheDocument()
})

test('loads more results below the first page', async () => {
  mockSearch(
    ({ after }) => [
      postData(after ? { id: 'post_2', content: 'tea two' } : { content: 'tea one' }),
    ],
    'cursor',
  )
  await renderApp('/explore?q=tea')
  await userEvent.click(await screen.findByRole('button', { name: 'Load more positive vibes' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  expect(searches).toEqual([
    { query: 'tea', first: 20 },
    { query: 'tea', first: 20, after: 'cursor' },
  ])
})

test('a query that is too long shows an error at the field and is not sent', async () => {
  mockSearch(() => [])
  await renderApp(`/explore?q=${'x'.repeat(101)}`)
  expect(await field()).toHaveAccessibleDescription(reasons.QUERY_TOO_LONG)
  expect(await field()).toBeInvalid()
  expect(searches).toEqual([])
})

test('visitors see the results and the join bar', async () => {
  network.use(api.query('Viewer', () => HttpResponse.json({ data: { viewer: null } })))
  mockSearch(() => [postData({ content: 'tea' })])
  await renderApp('/explore?q=tea')
  const post = await screen.findByRole('article')
  expect(
    await screen.findByText('Join Good Vibes to like these posts and share your own.'),
  ).toBeInTheDocument()
  expect(within(post).queryByRole('button', { name: /^Like/ })).toBeNull()
})

const cy = personData({ id: 'user_cy', displayName: 'Cy Tea', username: 'cy' })
const tab = (name: string) => screen.findByRole('link', { name })

function mockPeople(people: PersonData[]) {
  network.use(
    api.query('ExplorePeople', () =>
      HttpResponse.json({ data: { searchUsers: personPage(people) } }),
    ),
  )
}

test('below the prompt are people to follow', async () => {
  network.use(
    api.query('SuggestedPeople', () => HttpResponse.json({ data: { suggestedUsers: [cy] } })),
  )
  await renderApp('/explore')
  const people = await screen.findByRole('region', { name: 'People to follow' })
  expect(await within(people).findByRole('link', { name: 'Cy Tea' })).toHaveAttribute(
    'href',
    '/profile/cy',
  )
  expect(screen.getByText('What would lift your day?')).toBeInTheDocument()
})

test('results have tabs of posts and people, and only the chosen one is queried', async () => {
  mockSearch(() => [postData({ content: 'tea' })])
  await renderApp('/explore?q=tea')
  await screen.findByRole('article')
  expect(await tab('Posts')).toHaveAttribute('aria-current', 'page')
  mockPeople([cy])
  await userEvent.click(await tab('People'))
  expect(await screen.findByRole('button', { name: 'Follow Cy Tea' })).toBeInTheDocument()
  expect(await tab('People')).toHaveAttribute('aria-current', 'page')
  await waitFor(() => expect(screen.getByText('1 person found')).toHaveAttribute('role', 'status'))
  expect(screen.queryByRole('article')).toBeNull()
  await userEvent.click(await tab('Posts'))
  expect(await screen.findByRole('article')).toBeInTheDocument()
  expect(searches).toHaveLength(1)
})

test('a new search keeps the tab', async () => {
  mockPeople([cy])
  await renderApp('/explore?q=tea&tab=people')
  await screen.findByRole('link', { name: 'Cy Tea' })
  mockPeople([personData()])
  await userEvent.clear(await field())
  await userEvent.type(await field(), 'bo{Enter}')
  expect(await screen.findByRole('link', { name: 'Bo Berg' })).toBeInTheDocument()
  expect(await tab('People')).toHaveAttribute('href', '/explore?q=bo&tab=people')
  expect(await tab('Posts')).toHaveAttribute('href', '/explore?q=bo')
})

test('no people: the query and a button to clear the search', async () => {
  mockPeople([])
  await renderApp('/explore?q=gloom&tab=people')
  expect(await screen.findByText('No people found for “gloom”')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }))
  expect(await screen.findByText('What would lift your day?')).toBeInTheDocument()
})

test('a failed search for people can be retried', async () => {
  network.use(api.query('ExplorePeople', () => new HttpResponse(null, { status: 500 })))
  await renderApp('/explore?q=tea&tab=people')
  const again = await screen.findByRole('button', { name: 'Try again' })
  mockPeople([cy])
  await userEvent.click(again)
  expect(await screen.findByRole('link', { name: 'Cy Tea' })).toBeInTheDocument()
})

test('members find the posts without an answer, visitors do not', async () => {
  await renderApp('/explore')
  expect(await screen.findByRole('link', { name: /^Say hello/ })).toHaveAttribute('href', '/hello')
  cleanup()
  network.use(api.query('Viewer', () => HttpResponse.json({ data: { viewer: null } })))
  await renderApp('/explore')
  await screen.findByText('What would lift your day?')
  expect(screen.queryByRole('link', { name: /^Say hello/ })).toBeNull()
})
