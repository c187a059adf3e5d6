import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { fieldMessages } from '#rules/field-messages.ts'
import { TYPING_PAUSE } from '../../features/search/use-search.ts'
import { api } from '../../test/api.ts'
import { ada, type PostData, postData, postPage } from '../../test/data.ts'
import { renderApp } from '../../test/render.tsx'
import { network } from '../../test/setup.ts'
import type { ExploreQuery, ExploreQueryVariables } from './Explore.generated.ts'

let searches: ExploreQueryVariables[]

/** Answers searches with what `find` finds; `next` is the cursor of more. */
function find(posts: (query: ExploreQueryVariables) => PostData[], next: string | null = null) {
  network.use(
    api.query<ExploreQuery, ExploreQueryVariables>('Explore', ({ variables }) => {
      searches.push(variables)
      return HttpResponse.json({
        data: { search: postPage(posts(variables), variables.after ? null : next) },
      })
    }),
  )
}

beforeEach(() => {
  searches = []
  network.use(api.query('Viewer', () => HttpResponse.json({ data: { viewer: ada } })))
})

/** The pause in typing that starts a search does not come until its last call is made by hand. */
function holdPause() {
  const setTimer = window.setTimeout
  const ends = vi.fn<(end: () => void) => void>()
  const spy = vi.spyOn(window, 'setTimeout')
  spy.mockImplementation(((run: () => void, ms?: number) =>
    ms === TYPING_PAUSE ? ends(run) : setTimer(run, ms)) as typeof setTimeout)
  return Object.assign(ends, { mockRestore: () => spy.mockRestore() })
}

const field = () => screen.findByPlaceholderText('Search positive vibes...')

test('an empty query shows a prompt and asks the server nothing', async () => {
  find(() => [])
  await renderApp('/explore')
  await userEvent.type(await field(), '   ')
  expect(await screen.findByText('What would lift your day?')).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Explore' })).toBeInTheDocument()
  await expect.poll(() => document.title).toBe('Explore · Good Vibes')
  expect(searches).toEqual([])
})

test('the field has the focus where there is room for a keyboard beside it', async () => {
  await renderApp('/explore')
  expect(await field()).toHaveFocus()
})

test('searches once for what was typed, marks it, and says how many posts there are', async () => {
  find(() => [postData({ content: 'Peppermint TEA, then a teapot of it.' })])
  await renderApp('/explore')
  const pause = holdPause()
  await userEvent.type(await field(), 'tea')
  expect(searches).toEqual([])
  act(() => pause.mock.lastCall?.[0]())
  pause.mockRestore()
  const post = await screen.findByRole('article')
  expect(searches).toEqual([{ query: 'tea', first: 20 }])
  expect([...post.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['TEA', 'tea'])
  await waitFor(() => expect(screen.getByText('1 post found')).toHaveAttribute('role', 'status'))
})

test('attack 41: what is marked stays text', async () => {
  find(() => [postData({ content: '<img src=x onerror="alert(1)">' })])
  await renderApp('/explore?q=img')
  const post = await screen.findByRole('article')
  expect(post).toHaveTextContent('<img src=x onerror="alert(1)">')
  expect(post.querySelector('mark')).toHaveTextContent('img')
  expect(post.querySelector('img')).toBeNull()
})

test('Enter searches without waiting for a pause', async () => {
  find(() => [postData()])
  await renderApp('/explore')
  const pause = holdPause()
  await userEvent.type(await field(), 'crocus{Enter}')
  await waitFor(() => expect(searches).toEqual([{ query: 'crocus', first: 20 }]))
  pause.mockRestore()
})

test('three skeletons stand while the answer is on its way', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  network.use(
    api.query('Explore', async () => {
      await answered
      return HttpResponse.json({ data: { search: postPage([postData()]) } })
    }),
  )
  await renderApp('/explore?q=crocus')
  await waitFor(() => expect(screen.getAllByTestId('skeleton')).toHaveLength(3))
  answer()
  expect(await screen.findByRole('article')).toBeInTheDocument()
  expect(screen.queryAllByTestId('skeleton')).toEqual([])
})

test('nothing found: the query, the hint, and a way out', async () => {
  find(() => [])
  await renderApp('/explore?q=gloom')
  expect(await screen.findByText(/No results found/)).toHaveTextContent('gloom')
  expect(screen.getByText('Try searching for something more positive!')).toBeInTheDocument()
  expect(await field()).toHaveValue('gloom')
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }))
  expect(await field()).toHaveFocus()
  expect(await screen.findByText('What would lift your day?')).toBeInTheDocument()
})

test('a failed search can be tried again', async () => {
  network.use(api.query('Explore', () => new HttpResponse(null, { status: 500 }), { once: true }))
  await renderApp('/explore?q=tea')
  const again = await screen.findByRole('button', { name: 'Try again' })
  find(() => [postData()])
  await userEvent.click(again)
  expect(await screen.findByRole('article')).toBeInTheDocument()
})

test('whoever searches a lot is told when to go on', async () => {
  network.use(
    http.post('*/graphql', async ({ request }) => {
      if (!(await request.clone().text()).includes('query Explore')) return
      const errors = [{ message: 'Please try again in 20 seconds.' }]
      return HttpResponse.json(
        { errors },
        { status: 429, headers: { 'Content-Type': 'application/graphql-response+json' } },
      )
    }),
  )
  await renderApp('/explore?q=tea')
  expect(await screen.findByText('Please try again in 20 seconds.')).toBeInTheDocument()
})

test('loads more results below the first', async () => {
  find(
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

test('a query that is too long is refused at the field and not sent', async () => {
  find(() => [])
  await renderApp(`/explore?q=${'x'.repeat(101)}`)
  expect(await field()).toHaveAccessibleDescription(fieldMessages.queryTooLong)
  expect(await field()).toBeInvalid()
  expect(searches).toEqual([])
})

test('a visitor reads the results and is asked to join', async () => {
  network.use(api.query('Viewer', () => HttpResponse.json({ data: { viewer: null } })))
  find(() => [postData({ content: 'tea' })])
  await renderApp('/explore?q=tea')
  const post = await screen.findByRole('article')
  expect(
    await screen.findByText('Join Good Vibes to like these posts and share your own.'),
  ).toBeInTheDocument()
  expect(within(post).queryByRole('button', { name: /^Like/ })).toBeNull()
})
