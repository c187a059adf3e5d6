import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SEARCH_DEBOUNCE_MS } from '../../features/search/use-search.ts'
import { COMPOSITION_DEBOUNCE_MS } from '../../lib/composition.ts'
import { api } from '../../test/api.ts'
import { ada, postPage } from '../../test/data.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'

let searches: unknown[]
/** The timers of the search that were set, by their time. They fire only by `fire`. */
let timers: Map<number, () => void>

const fire = (ms: number) => act(() => timers.get(ms)?.())

/** Opens Explore, and types into its field as an input method does. */
async function compose(...texts: string[]) {
  await renderApp('/explore')
  const field = await screen.findByPlaceholderText('Search positive vibes...')
  fireEvent.compositionStart(field)
  timers.clear()
  for (const value of texts) fireEvent.change(field, { target: { value } })
  return field
}

beforeEach(() => {
  searches = []
  timers = new Map()
  network.use(
    api.query('Viewer', () => HttpResponse.json({ data: { viewer: ada } })),
    api.query('SuggestedPeople', () => HttpResponse.json({ data: { suggestedUsers: [] } })),
    api.query('Explore', ({ variables }) => {
      searches.push(variables.query)
      return HttpResponse.json({ data: { search: postPage([]) } })
    }),
  )
  const setTimer = window.setTimeout
  vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, ms = 0, ...args: []) => {
    const isOfSearch = ms === SEARCH_DEBOUNCE_MS || ms === COMPOSITION_DEBOUNCE_MS
    if (!isOfSearch) return setTimer(run, ms, ...args)
    timers.set(ms, run)
  }) as typeof setTimeout)
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('a text that is being composed is searched once, when it is whole', async () => {
  const field = await compose('n', 'に', 'にh', 'にほん', '日本')
  expect([...timers.keys()]).toEqual([COMPOSITION_DEBOUNCE_MS])
  fireEvent.compositionEnd(field)
  await waitFor(() => expect([...timers.keys()]).toContain(SEARCH_DEBOUNCE_MS))
  fire(SEARCH_DEBOUNCE_MS)
  await waitFor(() => expect(searches).toEqual(['日本']))
})

test('a word that Android keeps composed is searched after a longer pause', async () => {
  await compose('crocus')
  fire(COMPOSITION_DEBOUNCE_MS)
  await waitFor(() => expect(searches).toEqual(['crocus']))
})

test('Enter searches a word that is still composed', async () => {
  const field = await compose('crocus')
  fireEvent.submit(field.closest('form') as HTMLFormElement)
  await waitFor(() => expect(searches).toEqual(['crocus']))
})
