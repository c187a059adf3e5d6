import { screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { ada } from '../test/data.ts'
import { mockViewer } from '../test/feed.ts'
import { logEntryData, mockLog } from '../test/moderation.ts'
import { renderApp } from '../test/render.tsx'
import { mockReports } from '../test/reports.ts'

// The position of the first history entry, before a reload.
beforeAll(() => {
  const position = { top: 120, list: 'log', item: 'event_3', offset: 0, count: 3 }
  sessionStorage.setItem('scroll-positions', JSON.stringify([['default', position]]))
})
beforeEach(() => {
  mockViewer(ada)
  mockReports([])
})

test('a list loads up to the item to return to', async () => {
  mockLog([logEntryData(1)], [logEntryData(2)], [logEntryData(3)])
  await renderApp('/moderation?list=log')
  expect(await screen.findByText('Content 3')).toBeInTheDocument()
})

test('a list is shown when the next page adds nothing', async () => {
  mockLog([logEntryData(1)], [logEntryData(1)], [logEntryData(1)])
  await renderApp('/moderation?list=log')
  expect(await screen.findByText('Content 1')).toBeInTheDocument()
})
