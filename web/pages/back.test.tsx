import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { api } from '../test/api.ts'
import { ada, connection } from '../test/data.ts'
import { mockViewer } from '../test/feed.ts'
import { appealData, logEntryData } from '../test/moderation.ts'
import { network } from '../test/network.ts'
import * as ownReports from '../test/own-reports.ts'
import { renderApp } from '../test/render.tsx'
import { mockReports, reportData, rules } from '../test/reports.ts'

/** A shorter queue loads its next page by itself. */
const PAGE_SIZE = 5

type NodeOf = (number: number) => { __typename?: string }

/** Mocks a list of three pages. */
function mockPages(operation: string, field: string, nodeOf: NodeOf) {
  network.use(
    api.operation(({ operationName, variables }) => {
      if (operationName !== operation || variables.status === 'RESOLVED') return
      const start = Number(variables.after ?? 0)
      const nodes = Array.from({ length: PAGE_SIZE }, (_, index) => nodeOf(start + index + 1))
      const next = start < 2 * PAGE_SIZE ? String(start + PAGE_SIZE) : null
      const list = connection(nodes[0]?.__typename ?? '', nodes, next)
      return HttpResponse.json({ data: { [field]: list, rules } })
    }),
  )
}

const applicationData = (number: number) => ({
  __typename: 'Application',
  id: `application_${number}`,
  displayName: `Content ${number}`,
  username: null,
  email: `applicant_${number}@example.org`,
  isEmailVerified: true,
  createdAt: new Date().toISOString(),
})

async function expectItem(number: number) {
  const [first] = await screen.findAllByText(`Content ${number}`)
  expect(first).toBeInTheDocument()
}
const loadMore = async () =>
  userEvent.click(await screen.findByRole('button', { name: /^Load more/ }))

test.each([
  ['/moderation', 'ModerationQueue', 'moderationQueue', reportData],
  ['/moderation?list=appeals', 'AppealQueue', 'appealQueue', appealData],
  ['/moderation?list=log', 'ModerationLog', 'moderationLog', logEntryData],
  ['/moderation/applications', 'Applications', 'applications', applicationData],
] as const)('Back to %s shows what was loaded', async (path, operation, field, nodeOf) => {
  mockViewer(ada)
  mockReports([reportData(1)])
  mockPages(operation, field, (number) => nodeOf(number))
  const { visit, goBack } = await renderApp('/nowhere')
  await visit(path)
  await expectItem(1)
  await loadMore()
  await expectItem(6)
  await visit('/nowhere')
  await screen.findByRole('heading', { name: 'Page Not Found' })
  await goBack()
  await expectItem(6)
  await loadMore()
  await expectItem(11)
  await expectItem(6)
})

test('Back to the own reports shows what was loaded', async () => {
  mockViewer(ada)
  const reports = [1, 2, 3].map((number) =>
    ownReports.reportData({ id: `report_${number}`, details: `Content ${number}` }),
  )
  ownReports.mockReports({ reports })
  const { visit, goBack } = await renderApp('/nowhere')
  await visit('/settings/reports')
  await expectItem(1)
  await loadMore()
  await expectItem(2)
  await visit('/nowhere')
  await screen.findByRole('heading', { name: 'Page Not Found' })
  await goBack()
  await expectItem(2)
  await loadMore()
  await expectItem(3)
  await expectItem(2)
})

test('a filter and Back keep what was loaded of the queue', async () => {
  mockViewer(ada)
  mockReports([reportData(1)])
  mockPages('ModerationQueue', 'moderationQueue', (number) => reportData(number))
  const { visit, goBack } = await renderApp('/nowhere')
  await visit('/moderation')
  await expectItem(1)
  await loadMore()
  await expectItem(6)
  await userEvent.click(screen.getByRole('link', { name: 'Decided' }))
  await screen.findByText('No decided reports yet.')
  await goBack()
  await expectItem(6)
  await loadMore()
  await expectItem(11)
  await expectItem(6)
})
