import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ada } from '../../test/data.ts'
import { mockViewer } from '../../test/feed.ts'
import { logEntryData, mockLog } from '../../test/moderation.ts'
import { renderApp } from '../../test/render.tsx'
import { mockReports } from '../../test/reports.ts'

const entries = async () =>
  within(await screen.findByRole('list', { name: 'Entries of the log' })).getAllByRole('listitem')

beforeEach(() => {
  mockViewer(ada)
  mockReports([])
})

test('an entry says what happened, by which rule, about whom and by whom', async () => {
  const suspension = { action: 'SUSPEND', suspendDays: 7, hidePosts: true, note: 'Again' } as const
  const answer = { kind: 'APPEAL_DECISION', action: null, rule: null, outcome: 'KEPT' } as const
  mockLog([
    logEntryData(1, suspension),
    logEntryData(2, { ...answer, reports: null }),
    logEntryData(3, { kind: 'LIFT', action: null, rule: null, member: null, reports: [] }),
  ])
  await renderApp('/moderation?list=log')
  const [first, second, third] = await entries()
  for (const text of [
    ...['Suspended', 'Rule: Be kind · For 7 days · With their posts', 'Again', 'Content 1'],
    ...['By Bo Berg, 5 hours ago', 'About Author 1'],
  ])
    expect(first).toHaveTextContent(text)
  expect(second).toHaveTextContent(/^Appeal answered · Kept.*About Author 2$/)
  expect(third).toHaveTextContent(/^Suspension lifted.*About a deleted account$/)
  // Only decisions can be taken back.
  expect(screen.getAllByRole('button', { name: /^Take back:/ })).toHaveLength(1)
})

test('more entries follow the first ones', async () => {
  mockLog([logEntryData(1)], [logEntryData(2)])
  await renderApp('/moderation?list=log')
  expect(await entries()).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(async () => expect(await entries()).toHaveLength(2))
  expect(screen.getByText('Content 2')).toBeInTheDocument()
})

test('a decision is taken back in the log, with a note', async () => {
  const sent = mockLog([logEntryData(1), logEntryData(2)])
  await renderApp('/moderation?list=log')
  await userEvent.click(await screen.findByRole('button', { name: 'Take back: Post by Author 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Take this decision back?' }))
  await userEvent.type(dialog.getByRole('textbox'), 'A mistake')
  await userEvent.click(dialog.getByRole('button', { name: 'Take back' }))
  expect(await screen.findByText('Decision taken back')).toBeInTheDocument()
  await waitFor(async () => expect((await entries())[0]).toHaveTextContent('Hidden · Taken back'))
  expect(sent).toEqual([{ eventId: 'event_1', note: 'A mistake' }])
  const [button, ...others] = await screen.findAllByRole('button', { name: /^Take back:/ })
  expect(button).toHaveAccessibleName('Take back: Post by Author 2')
  expect(others).toEqual([])
})

test('an empty log says so', async () => {
  mockLog([])
  await renderApp('/moderation?list=log')
  expect(await screen.findByText('No entries yet.')).toBeInTheDocument()
})
