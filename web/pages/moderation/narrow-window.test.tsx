import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ada } from '../../test/data.ts'
import { mockViewer } from '../../test/feed.ts'
import { renderApp } from '../../test/render.tsx'
import { mockReports, reportData } from '../../test/reports.ts'

/** How far the rows of the queue are from the top of the window. */
let tops: Record<string, number>

beforeEach(() => {
  mockViewer(ada)
  mockReports([reportData(1), reportData(2)])
  tops = { report_1: -80, report_2: -20 }
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(matchMedia(query), { matches: false }),
  )
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, tops[this.getAttribute('data-item') ?? ''] ?? 0, 300, 60)
  })
})
afterEach(() => vi.restoreAllMocks())

const queue = () => screen.findByRole('list', { name: 'Reports in the queue' })
const openSecond = async () =>
  userEvent.click(await screen.findByRole('link', { name: /^Post by Author 2/ }))

test('a report takes the place of the queue, and the focus', async () => {
  await renderApp('/moderation')
  await queue()
  await openSecond()
  const heading = await screen.findByRole('heading', { name: 'Post by Author 2', level: 2 })
  await waitFor(() => expect(heading).toHaveFocus())
  expect(screen.queryByRole('list', { name: 'Reports in the queue' })).toBeNull()
})

test('Back returns to the place in the queue', async () => {
  const scrollBy = vi.spyOn(window, 'scrollBy').mockImplementation(() => {})
  const { goBack } = await renderApp('/moderation')
  await queue()
  await openSecond()
  await screen.findByRole('heading', { name: 'Post by Author 2', level: 2 })
  // The page is at its top again.
  tops = { report_1: 100, report_2: 160 }
  await goBack()
  await queue()
  expect(scrollBy).toHaveBeenLastCalledWith(0, 180)
})
