import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { reasons } from '#rules/reasons.ts'
import { api } from '../../test/api.ts'
import { ada } from '../../test/data.ts'
import { mockViewer } from '../../test/feed.ts'
import { network } from '../../test/network.ts'
import { answered, decisionData, mockReports, reportData } from '../../test/own-reports.ts'
import { renderApp } from '../../test/render.tsx'

async function open(...[state]: Parameters<typeof mockReports>) {
  mockViewer(ada)
  mockReports(state)
  await renderApp('/settings/reports')
}
const list = async (name: string) => within(await screen.findByRole('list', { name }))
const reports = () => list('Your reports')
const decisions = () => list('Decisions about you')

test('without reports and decisions, the page says so', async () => {
  await open()
  expect(await screen.findByText(/You haven’t reported anything\./)).toBeInTheDocument()
  expect(screen.getByText('There are no decisions about you.')).toBeInTheDocument()
  expect(document.title).toBe('Reports and decisions · Good Vibes')
  expect(screen.getByRole('link', { name: 'rules' })).toHaveAttribute('href', '/rules')
})

test('an open report waits, with what was reported and why', async () => {
  await open({ reports: [reportData({ details: 'He keeps doing this.' })] })
  const row = await (await reports()).findByRole('listitem')
  expect(row).toHaveTextContent('A post by Bo Berg')
  expect(row).toHaveTextContent('Waiting for a moderator')
  expect(row).toHaveTextContent('You are all fools.')
  expect(row).toHaveTextContent('Your reason: It’s hostile')
  expect(row).toHaveTextContent('He keeps doing this.')
})

test.each([
  ['NONE', 'Moderators found that it breaks no rule, so it stays.'],
  ['HIDE', 'It breaks a rule. No one sees it anymore.'],
  ['REMOVE', 'It breaks a rule. It’s removed.'],
  ['WARN', 'It breaks a rule. Moderators warned the person behind it.'],
  ['SUSPEND', 'It breaks a rule. The account behind it is suspended.'],
] as const)('an answered report shows its outcome: %s', async (outcome, text) => {
  const rule = outcome === 'NONE' ? { rule: null } : {}
  await open({ reports: [reportData({ ...answered, ...rule, outcome })] })
  const row = await (await reports()).findByRole('listitem')
  expect(row).toHaveTextContent('Answered')
  expect(row).toHaveTextContent(text)
  expect(within(row).queryAllByRole('link', { name: 'Be kind' })).toHaveLength(
    outcome === 'NONE' ? 0 : 1,
  )
})

test('the rule of an outcome leads to the rules; a reversal is shown', async () => {
  await open({ reports: [reportData({ ...answered, isReversed: true })] })
  const row = within(await (await reports()).findByRole('listitem'))
  expect(row.getByRole('link', { name: 'Be kind' })).toHaveAttribute('href', '/rules#be-kind')
  expect(
    row.getByText('Later, moderators looked again and took this decision back.'),
  ).toBeInTheDocument()
})

test('a report closes when the account behind it is deleted', async () => {
  await open({ reports: [reportData({ status: 'CLOSED', snapshot: null })] })
  const row = await (await reports()).findByRole('listitem')
  expect(row).toHaveTextContent('A deleted post')
  expect(row).toHaveTextContent('Closed')
  expect(row).toHaveTextContent('The account behind it was deleted.')
})

test('more reports and decisions load', async () => {
  await open({
    reports: [reportData(), reportData({ id: 'report_2', subjectType: 'USER' })],
    decisions: [decisionData(), decisionData({ id: 'event_2', action: 'WARN' })],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Load more reports' }))
  expect(await screen.findByText('Bo Berg’s profile')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Load more decisions' }))
  expect(await screen.findByRole('heading', { name: 'Moderators warned you' })).toBeInTheDocument()
  expect(await (await reports()).findAllByRole('listitem')).toHaveLength(2)
  expect(await (await decisions()).findAllByRole('listitem')).toHaveLength(2)
})

test.each([
  [{ action: 'HIDE', subjectType: 'SHARE' }, 'Moderators hid a share of yours', ''],
  [
    { action: 'REMOVE' },
    'Moderators removed a post of yours',
    'After 30 days it’s deleted, unless you appeal.',
  ],
  [{ action: 'WARN', subjectType: 'USER' }, 'Moderators warned you', ''],
  [
    { action: 'SUSPEND', until: '2030-03-04T12:00:00.000Z', hidePosts: true },
    'Your account was suspended until 4 March 2030',
    'Your posts are hidden while it lasts.',
  ],
  [
    { action: 'SUSPEND', subjectType: null, snapshot: null },
    'Your account was suspended, until a moderator lifts it',
    '',
  ],
] as const)('a decision says what was done: %o', async (fields, title, about) => {
  await open({ decisions: [decisionData(fields)] })
  const row = await (await decisions()).findByRole('listitem')
  expect(within(row).getByRole('heading', { name: title })).toBeInTheDocument()
  expect(row).toHaveTextContent(about || title)
  expect(row).toHaveTextContent('The rule: Be kind')
  expect(within(row).getByText('insults').tagName).toBe('STRONG')
})

test('a decision can be appealed once', async () => {
  await open({ decisions: [decisionData()] })
  const inputs: unknown[] = []
  network.use(
    api.mutation('AppealDecision', ({ variables }) => {
      inputs.push(variables.input)
      const appeal = {
        __typename: 'Appeal',
        id: 'appeal_1',
        text: variables.input.text,
        createdAt: new Date().toISOString(),
        outcome: null,
      }
      const decision = { ...decisionData(), canAppeal: false, appeal }
      return HttpResponse.json({
        data: {
          appealDecision: { __typename: 'AppealDecisionPayload', decision, userErrors: [] },
        },
      })
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Appeal this decision' }))
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'Ask for another look' })).toHaveFocus(),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }))
  expect(await screen.findByText(reasons.APPEAL_EMPTY)).toBeInTheDocument()
  const field = screen.getByLabelText('Why do you disagree?')
  await waitFor(() => expect(field).toHaveFocus())
  await userEvent.type(field, 'It was a joke.')
  await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }))
  expect(await screen.findByText(/^You appealed/)).toHaveTextContent('A moderator will look again.')
  expect(screen.getByText('It was a joke.')).toBeInTheDocument()
  expect(inputs).toEqual([{ eventId: 'event_1', text: 'It was a joke.' }])
  expect(screen.queryByRole('button', { name: 'Appeal this decision' })).toBeNull()
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'Moderators hid a post of yours' })).toHaveFocus(),
  )
})

test('a rejected appeal stays in the form, with the reason', async () => {
  await open({ decisions: [decisionData()] })
  network.use(
    api.mutation('AppealDecision', () => {
      const message = reasons.APPEAL_MADE
      const error = { __typename: 'UserError', reason: 'APPEAL_MADE', message, field: 'eventId' }
      const payload = { __typename: 'AppealDecisionPayload', decision: null, userErrors: [error] }
      return HttpResponse.json({ data: { appealDecision: payload } })
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Appeal this decision' }))
  await userEvent.type(screen.getByLabelText('Why do you disagree?'), 'Hm')
  await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }))
  expect(await screen.findByText(reasons.APPEAL_MADE)).toBeInTheDocument()
  expect(screen.getByLabelText('Why do you disagree?')).toHaveValue('Hm')
})

const appeal = {
  __typename: 'Appeal' as const,
  id: 'appeal_1',
  text: 'It was a joke.',
  createdAt: new Date().toISOString(),
}

test.each([
  ['KEPT', false, 'Moderators looked again. The decision stays as it is.'],
  ['REVERSED', true, 'Moderators looked again and took this decision back.'],
] as const)('a decided appeal shows its answer: %s', async (outcome, isReversed, text) => {
  const decided = { appeal: { ...appeal, outcome }, isReversed, canAppeal: false }
  await open({ decisions: [decisionData(decided)] })
  const row = await (await decisions()).findByRole('listitem')
  expect(row).toHaveTextContent(text)
  expect(row).toHaveTextContent('It was a joke.')
  expect(row).not.toHaveTextContent('You appealed')
  expect(within(row).queryByRole('button', { name: /^Appeal/ })).toBeNull()
})

test('a suspended account reads until when', async () => {
  await open({ suspension: { until: '2030-03-04T12:00:00.000Z' } })
  expect(
    await screen.findByText(/^Your account is suspended until 4 March 2030/),
  ).toBeInTheDocument()
  expect(
    screen.getByText('You can read, appeal below, and change your settings.'),
  ).toBeInTheDocument()
})

test('a failed page can be retried', async () => {
  mockViewer(ada)
  network.use(api.query('Reports', () => new HttpResponse(null, { status: 500 })))
  await renderApp('/settings/reports')
  const again = await screen.findByRole('button', { name: 'Try again' })
  mockReports({ reports: [reportData()] })
  await userEvent.click(again)
  expect(await screen.findByText('A post by Bo Berg')).toBeInTheDocument()
})
