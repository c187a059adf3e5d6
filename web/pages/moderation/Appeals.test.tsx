import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { answerMutation, api } from '../../test/api.ts'
import { ada, connection } from '../../test/data.ts'
import { mockViewer } from '../../test/feed.ts'
import { type AppealData, appealData } from '../../test/moderation.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'
import { mockReports } from '../../test/reports.ts'

/** Mocks the open appeals, and answers to them. @returns the answers that were sent */
function mockAppeals(appeals: AppealData[]) {
  const sent: unknown[] = []
  network.use(
    api.query('AppealQueue', ({ variables }) =>
      HttpResponse.json({
        data: {
          appealQueue: connection(
            'Appeal',
            appeals.filter(({ outcome }) => (outcome ? 'CLOSED' : 'OPEN') === variables.status),
          ),
        },
      }),
    ),
    answerMutation('DecideAppeal', (input) => {
      sent.push(input)
      const appeal = appeals.find(({ decision }) => decision?.id === input.eventId)
      const outcome = input.uphold ? 'KEPT' : 'REVERSED'
      return { appeal: appeal && Object.assign(appeal, { outcome, closedAt: appeal.createdAt }) }
    }),
  )
  return sent
}

async function openAnswer(button: string, title: string) {
  await userEvent.click(await screen.findByRole('button', { name: button }))
  return within(await screen.findByRole('dialog', { name: title }))
}

beforeEach(() => {
  mockViewer(ada)
  mockReports([])
})

test('an appeal has its words, the decision and what was reported', async () => {
  mockAppeals([appealData(1)])
  await renderApp('/moderation?list=appeals')
  const appeal = await screen.findByRole('article', { name: 'Appeal by Author 1' })
  expect(appeal).toHaveTextContent('It was a joke 1')
  expect(appeal).toHaveTextContent('Hidden')
  expect(appeal).toHaveTextContent('Rule: Be kind')
  expect(appeal).toHaveTextContent('Content 1')
})

test.each([
  ['Keep decision', 'Keep the decision?', true, 'Decision kept'],
  ['Take decision back', 'Take this decision back?', false, 'Decision taken back'],
])('%s: the answer is sent, and the appeal leaves the open ones', async (...expected) => {
  const [label, title, uphold, toast] = expected
  const sent = mockAppeals([appealData(1), appealData(2)])
  await renderApp('/moderation?list=appeals')
  const dialog = await openAnswer(`${label}: Appeal by Author 1`, title)
  await userEvent.type(dialog.getByRole('textbox'), 'After a talk')
  await userEvent.click(dialog.getByRole('button', { name: label }))
  await waitFor(() => expect(screen.queryByText('It was a joke 1')).toBeNull())
  expect(screen.getByText('It was a joke 2')).toBeInTheDocument()
  expect(await screen.findByText(toast)).toBeInTheDocument()
  expect(sent).toEqual([{ eventId: 'event_1', uphold, note: 'After a talk' }])
  await userEvent.click(screen.getByRole('link', { name: 'Answered' }))
  expect(await screen.findByText('It was a joke 1')).toBeInTheDocument()
  expect(screen.queryByText('It was a joke 2')).toBeNull()
})
