import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { demoUser } from '#rules/demo-user.ts'
import { limits } from '#rules/limits.ts'
import { reasons } from '#rules/reasons.ts'
import { api, type ErrorData } from '../../test/api.ts'
import { ada, bo, personState, postData } from '../../test/data.ts'
import { mockFeed, mockFollowing, mockViewer } from '../../test/feed.ts'
import { mockHiddenPeople } from '../../test/hidden-people.ts'
import { chooseMenuItem } from '../../test/menu.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'

const person = { ...bo, ...personState }

function mockPerson() {
  network.use(api.query('PersonEntries', () => HttpResponse.json({ data: { user: person } })))
}

const error = (reason: string | null, message: string) => ({
  __typename: 'UserError',
  reason,
  message,
  field: null,
})

/** Mocks the mutation, and collects its inputs. */
function mockReport(alreadyReported = false, userErrors: ErrorData[] = []) {
  const inputs: unknown[] = []
  const report = userErrors.length > 0 ? null : { __typename: 'Report', id: 'report_1' }
  network.use(
    api.mutation('ReportContent', ({ variables }) => {
      inputs.push(variables.input)
      const payload = { report, alreadyReported: report && alreadyReported, userErrors }
      return HttpResponse.json({
        data: { reportContent: { __typename: 'ReportContentPayload', ...payload } },
      })
    }),
  )
  return inputs
}

async function openDialog(title = 'Report a post by Bo Berg') {
  await chooseMenuItem('Report…')
  return within(await screen.findByRole('dialog', { name: title }))
}

/** Opens the dialog of a post in the feed. */
async function reportPost() {
  mockViewer(ada)
  mockPerson()
  mockFeed([postData({ author: bo })])
  await renderApp('/')
  await userEvent.click(await screen.findByRole('button', { name: 'More options' }))
  return openDialog()
}

test('a post is reported by its menu, with a reason and details', async () => {
  const inputs = mockReport()
  const dialog = await reportPost()
  expect(dialog.getByRole('link', { name: 'Read our rules' })).toHaveAttribute('href', '/rules')
  expect(dialog.getAllByRole('radio')).toHaveLength(5)
  await userEvent.click(dialog.getByRole('radio', { name: /^It’s spam/ }))
  await userEvent.type(dialog.getByLabelText('Anything we should know?'), 'Every day')
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
  const thanks = await dialog.findByRole('heading', { name: 'Thank you for telling us' })
  await waitFor(() => expect(thanks).toHaveFocus())
  expect(inputs).toEqual([{ subjectId: 'post_1', reason: 'SPAM', details: 'Every day' }])
  expect(dialog.getByRole('link', { name: 'your reports' })).toHaveAttribute(
    'href',
    '/settings/reports',
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByRole('button', { name: 'More options' })).toHaveFocus())
  expect(screen.getAllByRole('article')).toHaveLength(1)
})

test('without a reason, nothing is sent; danger names the emergency number', async () => {
  const inputs = mockReport()
  const dialog = await reportPost()
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
  expect(await dialog.findByText('Please choose what’s wrong.')).toBeInTheDocument()
  await waitFor(() => expect(dialog.getByRole('radio', { name: /^It’s hostile/ })).toHaveFocus())
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(dialog.getByRole('radio', { name: /^Someone could get hurt/ })).toBeChecked()
  expect(dialog.queryByText('Please choose what’s wrong.')).toBeNull()
  expect(dialog.getByText(/call your local emergency number/)).toBeInTheDocument()
  const field = dialog.getByLabelText('Anything we should know?')
  await userEvent.click(field)
  await userEvent.paste('a'.repeat(limits.reportDetailsLength + 1))
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
  expect(await dialog.findByText(reasons.REPORT_DETAILS_TOO_LONG)).toBeInTheDocument()
  expect(inputs).toEqual([])
})

test('reporting the same again says so', async () => {
  mockReport(true)
  const dialog = await reportPost()
  await userEvent.click(dialog.getByRole('radio', { name: /^It’s hostile/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
  expect(
    await dialog.findByRole('heading', { name: 'You’ve already reported this' }),
  ).toBeInTheDocument()
})

test.each([
  ['RATE_LIMITED', 'That was a lot at once. Try again in 3 hours.'],
  ['REPORT_SUBJECT_NOT_FOUND', reasons.REPORT_SUBJECT_NOT_FOUND],
])('a rejected report stays in the dialog, with a sentence: %s', async (reason, text) => {
  mockReport(false, [error(reason, text)])
  const dialog = await reportPost()
  await userEvent.click(dialog.getByRole('radio', { name: /^It’s hostile/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
  expect(await screen.findByText(text)).toBeInTheDocument()
  expect(dialog.getByRole('radio', { name: /^It’s hostile/ })).toBeChecked()
})

async function sendReport(dialog: Awaited<ReturnType<typeof openDialog>>) {
  await userEvent.click(dialog.getByRole('radio', { name: /^It’s hostile/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
  await dialog.findByRole('heading', { name: 'Thank you for telling us' })
}

test('after a report, its author can be muted', async () => {
  mockReport()
  mockHiddenPeople()
  const dialog = await reportPost()
  await sendReport(dialog)
  await userEvent.click(dialog.getByRole('button', { name: 'Mute Bo Berg' }))
  expect(await screen.findByText('You won’t see posts by Bo Berg anymore.')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryAllByRole('article')).toHaveLength(0))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
})

test('after a report, its author can be blocked, which asks first', async () => {
  mockReport()
  mockHiddenPeople()
  const dialog = await reportPost()
  await sendReport(dialog)
  await userEvent.click(dialog.getByRole('button', { name: 'Block Bo Berg' }))
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Block Bo Berg?' }))
  const block = confirm.getByRole('button', { name: 'Block' })
  // A dialog above another one takes clicks only some frames after it is shown.
  await waitFor(() => userEvent.click(block))
  expect(await screen.findByText('Bo Berg is blocked.')).toBeInTheDocument()
})

test('a share is reported by its own menu', async () => {
  mockViewer(ada)
  mockPerson()
  const share = {
    __typename: 'Share' as const,
    id: 'share_1',
    comment: 'Fools!',
    actor: { ...bo, viewerCanFollow: true },
  }
  mockFollowing([{ node: postData({ author: ada }), share }])
  await renderApp('/?feed=following')
  const inputs = mockReport()
  const [menu] = await screen.findAllByRole('button', { name: 'More options' })
  await userEvent.click(menu as HTMLElement)
  const dialog = await openDialog('Report a share by Bo Berg')
  await sendReport(dialog)
  expect(inputs).toEqual([{ subjectId: 'share_1', reason: 'HOSTILE', details: '' }])
})

test('the demo user cannot report', async () => {
  const demo = { ...bo, id: demoUser.id, displayName: 'Demo User', username: 'demouser' }
  mockViewer(demo)
  mockPerson()
  mockFeed([postData({ author: bo })])
  await renderApp('/')
  await userEvent.click(await screen.findByRole('button', { name: 'More options' }))
  expect(await screen.findByRole('menuitem', { name: 'Follow Bo Berg' })).toBeInTheDocument()
  expect(screen.queryByRole('menuitem', { name: 'Report…' })).toBeNull()
})
