import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { reasons } from '#rules/reasons.ts'
import { answerMutation, api } from '../../test/api.ts'
import { ada, connection } from '../../test/data.ts'
import { mockViewer } from '../../test/feed.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'
import { toasts } from '../../test/toasts.ts'

const cy = {
  __typename: 'Application',
  id: 'application_cy',
  displayName: 'Cy Moss',
  username: 'cy',
  email: 'cy@example.org',
  isEmailVerified: true,
  createdAt: new Date(Date.now() - 5.5 * 3_600_000).toISOString(),
}
const dee = {
  ...cy,
  id: 'application_dee',
  displayName: 'Dee Fern',
  username: null,
  email: 'dee@example.org',
  isEmailVerified: false,
}

let waiting: (typeof cy | typeof dee)[]
let decided: unknown[]

/** Mocks the list of those who wait, and decisions about them. */
function mockApplications() {
  network.use(
    api.query('Applications', () =>
      HttpResponse.json({ data: { applications: connection('Application', waiting) } }),
    ),
    ...(['Approve', 'Decline'] as const).map((how) =>
      answerMutation(`${how}Applicant`, ({ userId }) => {
        decided.push([how, userId])
        const isWaiting = waiting.some(({ id }) => id === userId)
        waiting = waiting.filter(({ id }) => id !== userId)
        const { APPLICATION_NOT_FOUND: message } = reasons
        return {
          application: isWaiting ? { __typename: 'Application', id: userId } : null,
          userErrors: isWaiting
            ? []
            : [{ __typename: 'UserError', reason: 'APPLICATION_NOT_FOUND', message }],
        }
      }),
    ),
  )
}
const open = () => renderApp('/moderation/applications')

beforeEach(() => {
  waiting = [cy, dee]
  decided = []
  mockViewer(ada)
})

test('the people who wait, with what they entered', async () => {
  mockApplications()
  await open()
  const people = await screen.findByRole('list', { name: 'People waiting for approval' })
  expect(document.title).toBe('Waiting for approval · Good Vibes')
  expect(
    within(people)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Cy Moss@cycy@example.orgVerified emailSigned up 5 hours ago/),
    expect.stringMatching(/^Dee FernNo username yetdee@example.orgEmail not verified/),
  ])
})

test('an approved person leaves the list', async () => {
  mockApplications()
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Approve Cy Moss' }))
  expect(await within(await toasts()).findByText('Cy Moss can sign in now')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText('cy@example.org')).toBeNull())
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  expect(screen.getByText('dee@example.org')).toBeInTheDocument()
  expect(decided).toEqual([['Approve', 'application_cy']])
})

test('a decision leaves the focus of another row alone', async () => {
  mockApplications()
  await open()
  let loads = 0
  network.events.on('request:start', async ({ request }) => {
    if ((await request.clone().text()).includes('query Applications')) loads += 1
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Approve Cy Moss' }))
  const other = screen.getByRole('button', { name: 'Approve Dee Fern' })
  other.focus()
  // The list loads again after the focus would move.
  await waitFor(() => expect(loads).toBe(2))
  expect(document.activeElement).toBe(other)
})

test('declining asks first; the last one leaves an empty list', async () => {
  waiting = [dee]
  mockApplications()
  await open()
  const decline = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Decline Dee Fern' }))
  await decline()
  const dialog = async () =>
    within(await screen.findByRole('alertdialog', { name: 'Decline Dee Fern?' }))
  await userEvent.click(await (await dialog()).findByRole('button', { name: 'Keep waiting' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(decided).toEqual([])
  await decline()
  await userEvent.click(await (await dialog()).findByRole('button', { name: 'Decline' }))
  expect(await screen.findByText('No one is waiting.')).toBeInTheDocument()
  expect(decided).toEqual([['Decline', 'application_dee']])
})

test('if another moderator has decided, the list is loaded again', async () => {
  mockApplications()
  await open()
  await screen.findByText('cy@example.org')
  waiting = [dee]
  await userEvent.click(screen.getByRole('button', { name: 'Approve Cy Moss' }))
  expect(await within(await toasts()).findByText(reasons.APPLICATION_NOT_FOUND)).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText('cy@example.org')).toBeNull())
})

test('members have no such page', async () => {
  network.use(
    api.query('Applications', () =>
      HttpResponse.json(
        { data: null, errors: [{ message: reasons.MODERATORS_ONLY }] },
        { status: 403, headers: { 'content-type': 'application/graphql-response+json' } },
      ),
    ),
  )
  await open()
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeInTheDocument()
})

test('a failed list can be retried', async () => {
  network.use(api.query('Applications', () => new HttpResponse(null, { status: 500 })))
  await open()
  const again = await screen.findByRole('button', { name: 'Try again' })
  mockApplications()
  await userEvent.click(again)
  expect(await screen.findByText('cy@example.org')).toBeInTheDocument()
})

test('visitors are sent to sign in', async () => {
  const replace = vi.fn()
  const { href, origin } = location
  vi.stubGlobal('location', { href, origin, replace, pathname: '/', search: '' })
  mockViewer(null)
  mockApplications()
  await open()
  await waitFor(() =>
    expect(replace).toHaveBeenCalledWith('/api/login?returnTo=%2Fmoderation%2Fapplications'),
  )
  vi.unstubAllGlobals()
})
