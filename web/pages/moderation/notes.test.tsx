import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answerMutation } from '../../test/api.ts'
import { ada } from '../../test/data.ts'
import { mockViewer } from '../../test/feed.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'
import { mockReports, reportData } from '../../test/reports.ts'
import { toasts } from '../../test/toasts.ts'

const isShown = (number: number) =>
  waitFor(async () =>
    expect(await screen.findByRole('region', { name: 'What was reported' })).toHaveTextContent(
      `Content ${number}`,
    ),
  )

test('a note that was not sent is there again after a step and back', async () => {
  mockViewer(ada)
  const reports = [reportData(1), reportData(2)]
  mockReports(reports)
  network.use(answerMutation('AddModerationNote', () => ({ report: reports[0] })))
  await renderApp('/moderation?report=report_1')
  await isShown(1)
  const note = () => screen.getByLabelText(/^New note/)
  await userEvent.type(note(), 'Ask the author first')
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await isShown(2)
  expect(note()).toHaveValue('')
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }))
  await isShown(1)
  expect(note()).toHaveValue('Ask the author first')
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
  expect(await within(await toasts()).findByText('Note added')).toBeInTheDocument()
  expect(note()).toHaveValue('')
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await isShown(2)
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }))
  await isShown(1)
  expect(note()).toHaveValue('')
})
