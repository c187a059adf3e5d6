import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { limits } from '#rules/limits.ts'
import { reasons } from '#rules/reasons.ts'
import { answerMutation, api } from '../../test/api.ts'
import { ada, bo } from '../../test/data.ts'
import { mockViewer } from '../../test/feed.ts'
import { network } from '../../test/network.ts'
import type { MutationTypes } from '../../test/operations.generated.ts'
import { renderApp } from '../../test/render.tsx'
import { mockReports, reportData } from '../../test/reports.ts'
import { toasts } from '../../test/toasts.ts'

const subject = () => screen.findByRole('region', { name: 'What was reported' })
const isShown = (number: number) =>
  waitFor(async () => expect(await subject()).toHaveTextContent(`Content ${number}`))
const open = (search = '?report=report_1') => renderApp(`/moderation${search}`)
const decided = (sent: ReturnType<typeof mockReports>) =>
  sent.flatMap(([name, input]) => (name === 'ResolveReport' ? [input] : []))

beforeEach(() => {
  localStorage.clear()
  mockViewer(ada)
})

test('the queue leads to a report with its details, history and notes', async () => {
  mockReports([reportData(1), reportData(2)])
  await open('')
  const queue = await screen.findByRole('list', { name: 'Reports in the queue' })
  expect(document.title).toBe('Moderation · Good Vibes')
  const [first] = within(queue).getAllByRole('link')
  expect(first).toHaveTextContent(/^Post by Author 1Content 1Hostile · 5 hours ago$/)
  await userEvent.click(first as HTMLElement)
  await isShown(1)
  const details = screen.getByRole('region', { name: 'Report' })
  expect(details).toHaveTextContent('Details 1')
  expect(details).toHaveTextContent('Reported by Bo Berg, 5 hours ago')
  expect(screen.getByRole('region', { name: 'History of the author' })).toHaveTextContent(
    '3 reports so far',
  )
  expect(screen.getByRole('region', { name: 'Notes' })).toHaveTextContent('No notes yet.')
})

test('a link shows the first posts without a reply', async () => {
  mockReports([])
  await open('')
  expect(await screen.findByRole('link', { name: 'First posts' })).toHaveAttribute('href', '/hello')
})

test('two keys hide by the first rule and lead to the next report', async () => {
  const sent = mockReports([reportData(1), reportData(2)])
  await open()
  await isShown(1)
  await userEvent.keyboard('h')
  expect(await screen.findByRole('radio', { name: /^Be kind/ })).toBeChecked()
  await userEvent.keyboard('{Enter}')
  await isShown(2)
  await waitFor(() => expect(screen.getByRole('heading', { level: 2 })).toHaveFocus())
  expect(await screen.findByText('Hidden · Post by Author 1')).toBeInTheDocument()
  expect(decided(sent)).toEqual([
    { reportId: 'report_1', action: 'HIDE', rule: 'be-kind', note: '' },
  ])
})

test('keys choose the rule, the length and whether posts are hidden', async () => {
  const sent = mockReports([reportData(1)])
  await open()
  await isShown(1)
  await userEvent.keyboard('s2dp{Enter}')
  expect(await screen.findByText('No open reports.')).toBeInTheDocument()
  expect(decided(sent)).toEqual([
    {
      ...{ reportId: 'report_1', action: 'SUSPEND', rule: 'no-spam', note: '' },
      ...{ suspendDays: 30, hidePosts: true },
    },
  ])
})

test('an empty length lasts until lifted, a wrong one is refused', async () => {
  const sent = mockReports([reportData(1)])
  await open()
  await isShown(1)
  await userEvent.keyboard('s')
  const days = await screen.findByLabelText('Days')
  await userEvent.clear(days)
  await userEvent.type(days, '4000{Enter}')
  expect(days).toHaveAccessibleDescription(reasons.SUSPEND_DAYS_INVALID)
  expect(decided(sent)).toEqual([])
  await userEvent.clear(days)
  await userEvent.type(days, '{Enter}')
  await waitFor(() => expect(decided(sent)).toMatchObject([{ suspendDays: null }]))
})

test('Escape leaves a decision, but does not lose its note', async () => {
  mockReports([reportData(1)])
  await open()
  await isShown(1)
  const decide = async () => {
    await userEvent.keyboard('h')
    return screen.findByRole('radio', { name: /^Be kind/ })
  }
  const hasLeft = () => waitFor(() => expect(screen.queryByRole('radio')).toBeNull())
  await decide()
  await userEvent.keyboard('{Escape}')
  await hasLeft()

  const rule = await decide()
  const note = () => screen.getByLabelText(/^Note for the log/)
  await userEvent.type(note(), 'The third time')
  // Only outside of text fields are keys shortcuts.
  await userEvent.click(rule)
  await userEvent.keyboard('{Escape}')
  await userEvent.type(note(), ' this week')
  expect(note()).toHaveValue('The third time this week')
  await userEvent.clear(note())
  await userEvent.click(rule)
  await userEvent.keyboard('{Escape}')
  await hasLeft()
})

test('with a decision open, the keys to other reports do nothing', async () => {
  const sent = mockReports([reportData(1), reportData(2)])
  await open()
  await isShown(1)
  await userEvent.keyboard('h')
  const rule = await screen.findByRole('radio', { name: /^Be kind/ })
  await userEvent.type(screen.getByLabelText(/^Note for the log/), 'The third time')
  await userEvent.click(rule)
  // Waits for what the key would render.
  await act(() => userEvent.keyboard('j'))
  await userEvent.keyboard('2{Enter}')
  await isShown(2)
  expect(decided(sent)).toEqual([
    { reportId: 'report_1', action: 'HIDE', rule: 'no-spam', note: 'The third time' },
  ])
})

test('a note that is too long says so', async () => {
  const sent = mockReports([reportData(1)])
  await open()
  await isShown(1)
  await userEvent.keyboard('n')
  const note = await screen.findByLabelText(/^Note for the log/)
  await userEvent.click(note)
  await userEvent.paste('x'.repeat(limits.moderationNoteLength + 1))
  await userEvent.click(screen.getByRole('button', { name: 'No action' }))
  expect(note).toHaveAccessibleDescription(reasons.NOTE_TOO_LONG)
  expect(decided(sent)).toEqual([])
})

test('keys do nothing in text fields and while shortcuts are off', async () => {
  mockReports([reportData(1), reportData(2)])
  await open()
  await isShown(1)
  const note = screen.getByLabelText('New note')
  await userEvent.type(note, 'jhs')
  expect(note).toHaveValue('jhs')
  await isShown(1)
  expect(screen.queryByRole('radio')).toBeNull()
  const hide = screen.getByRole('button', { name: 'Hide' })
  expect(hide).toHaveAttribute('aria-keyshortcuts', 'H')
  await userEvent.click(screen.getByRole('button', { name: 'Keyboard shortcuts', pressed: true }))
  await userEvent.keyboard('jhs')
  await isShown(1)
  expect(screen.queryByRole('radio')).toBeNull()
  expect(hide).not.toHaveAttribute('aria-keyshortcuts')
})

test('the open report is claimed, and released by going on', async () => {
  const sent = mockReports([reportData(3), reportData(4)])
  await open('?report=report_3')
  await isShown(3)
  await waitFor(() => expect(sent).toContainEqual(['ClaimReport', { reportId: 'report_3' }]))
  await userEvent.keyboard('j')
  await isShown(4)
  await waitFor(() =>
    expect(sent).toEqual(
      expect.arrayContaining([
        ['ReleaseReport', { reportId: 'report_3' }],
        ['ClaimReport', { reportId: 'report_4' }],
      ]),
    ),
  )
})

test('a report that a colleague works on cannot be judged', async () => {
  const claimedAt = new Date().toISOString()
  const sent = mockReports([reportData(1, { claimedAt, claimedBy: bo }), reportData(2)])
  await open()
  expect(await screen.findByRole('note')).toHaveTextContent('Bo Berg is working on this report.')
  expect(screen.getByRole('button', { name: 'Hide' })).toBeDisabled()
  await userEvent.keyboard('h')
  expect(screen.queryByRole('radio')).toBeNull()
  expect(sent).not.toContainEqual(['ClaimReport', { reportId: 'report_1' }])
})

test('a failed decision says why and keeps the report', async () => {
  mockReports([reportData(1), reportData(2)], { reason: 'REPORT_CLOSED' })
  await open()
  await isShown(1)
  await userEvent.keyboard('n')
  await userEvent.keyboard('{Enter}')
  const messages = await toasts()
  expect(await within(messages).findByText(reasons.REPORT_CLOSED)).toBeInTheDocument()
  await isShown(1)
})

test('members have no such page', async () => {
  mockReports([])
  network.use(
    api.query('ModerationQueue', () =>
      HttpResponse.json({
        data: { moderationQueue: null, rules: [] },
        errors: [{ message: reasons.MODERATORS_ONLY, extensions: { code: 'FORBIDDEN' } }],
      }),
    ),
  )
  await open('')
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeInTheDocument()
})

test('a list that does not load can be loaded again', async () => {
  network.use(api.query('ModerationQueue', () => new HttpResponse(null, { status: 500 })))
  await open('')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  mockReports([reportData(1)])
  await userEvent.click(retry)
  expect(await screen.findByText('Content 1')).toBeInTheDocument()
})

const answer = (name: keyof MutationTypes, payload: object) =>
  network.use(answerMutation(name, () => payload))

test('a decision that is taken back leaves the focus to the page', async () => {
  mockReports([reportData(1), reportData(2)])
  await open()
  await isShown(1)
  await userEvent.keyboard('h')
  await screen.findByRole('radio', { name: /^Be kind/ })
  await userEvent.keyboard('{Enter}')
  await isShown(2)
  const event = { __typename: 'ModerationEvent', id: 'moderation_report_1', isReversed: true }
  answer('ReverseDecision', { event })
  await userEvent.click(await screen.findByRole('button', { name: /^Take back:/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Take this decision back?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Take back:/ })).toBeNull())
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  expect(screen.queryByText('Hidden · Post by Author 1')).toBeNull()
})

/** Opens the report of a suspended author, and the dialog that lifts the suspension. */
async function openSuspended() {
  const report = reportData(1)
  const suspension = { __typename: 'Suspension' as const, until: null }
  Object.assign(report, { authorHistory: { ...report.authorHistory, suspension } })
  mockReports([report])
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Lift suspension' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Lift the suspension/ }))
  return { report, dialog }
}

test('a suspension that is lifted leaves the focus to the history of the author', async () => {
  const { report, dialog } = await openSuspended()
  const history = within(
    screen.getByRole('region', { name: 'History of the author', hidden: true }),
  )
  answer('LiftSuspension', { user: { __typename: 'User', id: 'user_1' } })
  Object.assign(report, { authorHistory: { ...report.authorHistory, suspension: null } })
  await userEvent.click(dialog.getByRole('button', { name: 'Lift suspension' }))
  await waitFor(() => expect(history.queryByRole('button')).toBeNull())
  await waitFor(() => expect(history.getByRole('heading')).toHaveFocus())
})

test('a refused note stays in its dialog', async () => {
  const { dialog } = await openSuspended()
  const error = { __typename: 'UserError', reason: null, field: null, message: 'Not now.' }
  answer('LiftSuspension', { user: null, userErrors: [error] })
  await userEvent.type(dialog.getByRole('textbox'), 'All is well')
  await userEvent.click(dialog.getByRole('button', { name: 'Lift suspension' }))
  expect(await screen.findByText('Not now.')).toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: /^Note for the log/ })).toHaveValue('All is well')
})
